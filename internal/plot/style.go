package plot

import (
	"fmt"
	"strings"
)

// Style returns the style of pictures on a page, whose colors are variables: ink,
// paper, faint, line, bad, good, odd and mark.
func Style() string {
	var out strings.Builder
	for degree, color := range heat {
		fmt.Fprintf(&out, ".heat%d { color: %s; background: %s; }\n", degree, darkInk, color)
	}
	return out.String() + timelineStyle
}

// Dots are lines of no length with round ends: they stay round when a picture is
// stretched.
const timelineStyle = `.timeline { display: block; box-sizing: border-box; overflow: visible; font-size: 12px; fill: currentColor; touch-action: pan-y; }
.timeline svg { overflow: visible; } .timeline path, .spark path { fill: none; stroke: var(--mark); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
.timeline .grid { stroke: var(--line); stroke-width: 1; } .timeline .band { fill: var(--mark); fill-opacity: .13; stroke: none; }
.timeline .level { stroke-dasharray: 5 4; stroke-width: 1; } .timeline .line { stroke-width: 1; stroke-opacity: .6; }
.timeline .step, .spark g path { stroke: currentColor; } .timeline .note { stroke: var(--odd); stroke-dasharray: 2 3; }
.timeline rect { fill: transparent; } .timeline .dot, .spark .dot { stroke-width: 5; stroke-linecap: round; }
.timeline .moment:hover .dot, .timeline .on .dot { stroke-width: 10; } .timeline .on rect { fill: var(--mark); fill-opacity: .15; }
.timeline text.bad, .timeline text.good { font-weight: 600; }
.spark { flex: none; color: var(--mark); } .spark .before { stroke: var(--faint); stroke-width: 1; } .spark .dot { stroke-width: 6; }
`

// Script shows the words of a timeline's moment below it, to the pointer, to a finger,
// and to the arrow keys. It shows the last one first. It belongs at the end of
// a body.
const Script = `<script>
"use strict";
for (const chart of document.querySelectorAll(".timeline")) {
  const moments = [...chart.querySelectorAll(".moment")], line = document.createElement("output");
  let at = moments.length - 1;
  chart.after(line); chart.setAttribute("tabindex", "0");
  const show = i => {
    moments[at].classList.remove("on");
    at = Math.max(0, Math.min(moments.length - 1, i));
    moments[at].classList.add("on");
    const about = document.getElementById(moments[at].dataset.about);
    const [text, when] = moments[at].querySelector("title").textContent.split("\n");
    line.replaceChildren(text, document.createElement("br"), ...about ? about.cloneNode(true).childNodes : [when]);
  };
  show(at);
  for (const kind of ["pointerdown", "pointermove"]) chart.addEventListener(kind, e => {
    const first = moments[0].querySelector("rect").getBoundingClientRect();
    show(Math.floor((e.clientX - first.left) / first.width));
  });
  chart.addEventListener("keydown", e => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: moments.length - 1 }[e.key];
    if (to !== undefined) { show(to); e.preventDefault(); }
  });
}
</script>
`
