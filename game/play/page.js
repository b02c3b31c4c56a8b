"use strict";
// Each click is sent to the server, in turn. Its answer is the next page, of which
// the board and all below it are taken.
let queue = Promise.resolve();

function send(id, action) {
  queue = queue.then(async () => {
    const status = document.getElementById("status");
    try {
      const body = new URLSearchParams(new FormData(document.getElementById(id)));
      body.set("do", action);
      const answer = await fetch(location.pathname, { method: "POST", body });
      const text = await answer.text();
      if (!answer.ok) throw new Error(text);
      const next = new DOMParser().parseFromString(text, "text/html");
      const focused = document.activeElement && document.activeElement.id;
      for (const name of ["play", "status"]) {
        const from = next.getElementById(name), to = document.getElementById(name);
        to.className = from.className;
        to.replaceChildren(...from.childNodes);
      }
      const target = document.querySelector("[data-focus]") || (focused && document.getElementById(focused)) || document.getElementById("move");
      if (target) target.focus({ preventScroll: true });
      if (target && target.select) target.select();
    } catch (error) {
      status.className = "refused";
      status.textContent = error instanceof TypeError ? "No answer: is mexlab play still running?" : error.message;
    }
  });
}

document.addEventListener("submit", event => {
  event.preventDefault();
  const button = event.submitter;
  send(event.target.id, button ? button.value : event.target.id === "again" ? "new" : "move");
});
document.addEventListener("click", event => {
  const vertex = event.target.closest("[data-vertex]");
  if (vertex) send("game", "click " + vertex.dataset.vertex);
});
document.addEventListener("keydown", event => {
  const vertex = event.target.closest("[data-vertex]");
  if (vertex && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    send("game", "click " + vertex.dataset.vertex);
  }
});
