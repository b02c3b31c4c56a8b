// Package play serves a page on which a person plays a small board against the
// solver, to the browsers of this machine alone.
//
//	server.go    says who may see the page: it has a random address on the loopback
//	             interface, and takes no requests from other pages.
//	turn.go      answers a request: what the person asks for, then the solver's move.
//	draft.go     is the person's move while it is being put together.
//	state.go     is all that the page sends of a game so far: its round and its
//	             moves. Every request replays and checks them, so the server keeps
//	             nothing, and undo takes moves off.
//	view.go      makes the page of page.html, page.css and page.js. The script only
//	             sends clicks and shows the answer.
//	game.go      is what the rest asks of a game,
//	addsub.go    answered for the add-subtract game,
//	election.go  and for Election Promises.
package play
