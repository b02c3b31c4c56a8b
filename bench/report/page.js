"use strict";
// Every chart of curves lets a reader look at one x after another: with the pointer,
// a finger, or the arrow keys. The charts of a section look at the same x.
for (const section of document.querySelectorAll("section[data-x]")) {
  const charts = [...section.querySelectorAll(".panel")].map(panel => {
    const box = panel.querySelector("div"), svg = panel.querySelector("svg"), list = panel.querySelector(".values");
    const columns = JSON.parse(svg.dataset.x), series = [...svg.querySelectorAll(".series")].map(group => {
      const numbers = group.querySelector(".line").getAttribute("d").match(/[\d.]+/g), values = group.dataset.values.split("|");
      const at = new Map(values.map((value, i) => [numbers[2 * i], { y: numbers[2 * i + 1], value }]));
      const ring = document.createElementNS(svg.namespaceURI, "path");
      ring.setAttribute("class", "ring");
      group.append(ring);
      return { group, at, ring, label: group.querySelector("text") };
    });
    const cross = document.createElementNS(svg.namespaceURI, "path");
    cross.setAttribute("class", "cross");
    svg.prepend(cross);
    let now = columns.length - 1;
    const chart = {
      // look marks a column and writes what the curves have there.
      look(i) {
        now = Math.max(0, Math.min(columns.length - 1, i));
        const [x, text] = columns[now], head = document.createElement("b"), found = [];
        cross.setAttribute("d", `M${x} 4V${svg.viewBox.baseVal.height - 36}`);
        for (const { group, at, ring } of series) {
          const point = at.get(x);
          ring.setAttribute("d", point ? `M${x} ${point.y}h0` : "");
          if (group.classList.contains("off")) continue;
          const item = document.createElement("span");
          item.className = group.classList[1];
          item.textContent = `${group.dataset.name} ${point ? point.value : "-"}`;
          found.push({ y: point ? Number(point.y) : Infinity, item });
        }
        found.sort((a, b) => a.y - b.y);
        head.textContent = `${section.dataset.x}: ${text}`;
        list.replaceChildren(head, ...found.map(f => f.item));
        box.setAttribute("aria-valuenow", now);
        box.setAttribute("aria-valuetext", [...list.children].map(e => e.textContent).join(", "));
      },
      lookAt(text) {
        const i = columns.findIndex(c => c[1] === text);
        if (i >= 0) chart.look(i);
      },
      // draw writes the names of the curves that are shown apart from one another.
      draw() {
        const labels = series.filter(s => !s.group.classList.contains("off")).map(s => ({ label: s.label, y: Number(s.label.dataset.y) }));
        labels.sort((a, b) => a.y - b.y);
        labels.forEach((l, i) => { if (i) l.y = Math.max(l.y, labels[i - 1].y + 14); });
        for (let i = labels.length - 1, limit = svg.viewBox.baseVal.height - 32; i >= 0; i--) {
          labels[i].y = Math.min(labels[i].y, limit);
          limit = labels[i].y - 14;
          labels[i].label.setAttribute("y", labels[i].y);
        }
        chart.look(now);
      },
    };
    const choose = i => {
      chart.look(i);
      for (const other of charts) if (other !== chart) other.lookAt(columns[now][1]);
    };
    const point = event => {
      const frame = svg.getBoundingClientRect(), x = (event.clientX - frame.left) * svg.viewBox.baseVal.width / frame.width;
      choose(columns.reduce((best, c, i) => Math.abs(c[0] - x) < Math.abs(columns[best][0] - x) ? i : best, 0));
    };
    svg.addEventListener("pointermove", point);
    svg.addEventListener("pointerdown", point);
    const steps = { ArrowLeft: () => now - 1, ArrowRight: () => now + 1, ArrowDown: () => now - 1, ArrowUp: () => now + 1, Home: () => 0, End: () => columns.length - 1 };
    box.addEventListener("keydown", event => {
      if (!(event.key in steps)) return;
      event.preventDefault();
      choose(steps[event.key]());
    });
    for (const [name, value] of Object.entries({ tabindex: 0, role: "slider", "aria-valuemin": 0, "aria-valuemax": columns.length - 1,
      "aria-label": `${section.querySelector("h2").textContent} ${panel.querySelector("figcaption").textContent}` })) box.setAttribute(name, value);
    chart.look(now);
    chart.lookAt(section.dataset.start);
    return chart;
  });
  section.addEventListener("switched", () => charts.forEach(chart => chart.draw()));
}
// Buttons show and hide a series everywhere.
for (const group of document.querySelectorAll("[data-switch]")) {
  const bar = group.querySelector(".switches");
  bar.hidden = false;
  bar.addEventListener("click", event => {
    const button = event.target.closest("button");
    if (!button) return;
    const on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", on);
    for (const series of group.querySelectorAll(".series")) if (series.dataset.name === button.textContent) series.classList.toggle("off", !on);
    for (const section of group.querySelectorAll("section")) section.dispatchEvent(new Event("switched"));
  });
}
