"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const make = (name, attributes, ...children) => {
    const svg = ["svg", "g", "path", "circle", "text", "title"].includes(name);
    const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", name)
                        : document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const className = i => i < 0 ? "-" : data.classes[i];
  const isOdd = kind => kind !== "-" && kind !== "ordinary";
  const known = data.rows.some(row => isOdd(row[2]));

  /* ---- the ranking: sort by a heading, find by name ---- */
  const columns = [
    { head: "rank", value: (row, i) => i + 1, number: true },
    { head: "node", value: row => row[0] },
    { head: "class", value: row => className(row[1]), hide: data.classes.length === 0 },
    { head: "known as", value: row => row[2], hide: !known },
    { head: "total", value: row => row[3], number: true },
    ...data.parts.map((part, t) => ({ head: part.thing, value: row => row[4 + t], number: true, bar: data.bars })),
  ].filter(column => !column.hide);
  const rows = data.rows.map((row, i) => ({ cells: columns.map(c => c.value(row, i)), rank: i + 1, id: row[0] }));
  let sorted = 0, down = false, wanted = "", kind = "", shown = 15;
  let chosen = 0;
  const table = document.getElementById("table");
  const body = table.tBodies[0];
  const search = make("input", { type: "search", id: "find", placeholder: "name or class" });
  const kinds = make("select", { id: "kind" }, ...["all nodes", ...new Set(data.rows.map(row => row[2]))].map(
    (name, i) => make("option", { value: i ? name : "" }, name)));
  const count = make("span", { class: "dim", "aria-live": "polite" });
  const more = make("button", { type: "button" }, "show more");
  const tools = document.getElementById("tools");
  tools.append(make("label", {}, "Find ", search));
  if (known) tools.append(make("label", {}, "Show ", kinds));
  tools.append(count);
  table.parentElement.after(make("p", { class: "controls" }, more));

  const show = (value, bar) => typeof value !== "number" ? String(value) : bar ? value.toFixed(3) :
    Number.isInteger(value) ? String(value) : value.toPrecision(4);
  function draw() {
    const head = make("tr");
    columns.forEach((column, i) => {
      const button = make("button", { type: "button" }, column.head);
      button.addEventListener("click", () => {
        down = sorted === i ? !down : Boolean(column.number) && i > 0;
        sorted = i;
        draw();
      });
      const order = sorted === i ? (down ? "descending" : "ascending") : "none";
      head.append(make("th", { scope: "col", "aria-sort": order }, button));
    });
    table.tHead.replaceChildren(head);
    const text = wanted.toLowerCase();
    const match = rows.filter(row => (!kind || data.rows[row.rank - 1][2] === kind) &&
      (!text || row.id.toLowerCase().includes(text) ||
        className(data.rows[row.rank - 1][1]).toLowerCase().includes(text)));
    match.sort((a, b) => {
      const x = a.cells[sorted], y = b.cells[sorted];
      const order = typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y));
      return (down ? -order : order) || a.rank - b.rank;
    });
    body.replaceChildren(...match.slice(0, shown).map(row => {
      const line = make("tr", { "data-rank": row.rank, tabindex: 0, class: row.rank === chosen ? "chosen" : "" });
      columns.forEach((column, i) => {
        const cell = make("td");
        if (column.bar && Number.isFinite(row.cells[i])) {
          const bar = make("span", { class: "bar", "aria-hidden": "true" }, make("i"));
          bar.firstChild.style.width = 100 * Math.min(1, Math.max(0, row.cells[i])) + "%";
          cell.append(bar);
        }
        cell.append(row.cells[i] === null ? "-" : show(row.cells[i], column.bar));
        line.append(cell);
      });
      return line;
    }));
    count.textContent = `${match.length} of ${data.nodes} nodes`;
    more.hidden = match.length <= shown;
  }
  search.addEventListener("input", () => { wanted = search.value; draw(); });
  kinds.addEventListener("change", () => { kind = kinds.value; draw(); });
  more.addEventListener("click", () => { shown *= 4; draw(); });

  /* ---- the map: marks by class, the chosen node ringed ---- */
  const map = data.map;
  const hues = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8a8a00", "#7a5cc4"];
  const shapes = ["M-5,0a5,5 0 1 0 10,0a5,5 0 1 0 -10,0", "M-5,-5h10v10h-10z", "M0,-6l6,10h-12z", "M0,-6l6,6l-6,6l-6,-6z",
    "M-6,-2h4v-4h4v4h4v4h-4v4h-4v-4h-4z", "M0,6l6,-10h-12z", "M-6,-6l6,4l6,-4l-4,6l4,6l-6,-4l-6,4l4,-6z", "M-6,-3h12v6h-12z"];
  /* Classes differ in hue and in shape; the ninth has the first hue with the second shape. */
  const shape = c => c < 0 ? shapes[0] : shapes[(c + (c >> 3)) % shapes.length];
  const plot = document.getElementById("plot");
  let ring = null;
  const points = new Map();
  if (map && plot) {
    const W = 1000, H = 620, pad = 24;
    const svg = make("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": `Map of ${map.x.length} nodes: ${map.note}` });
    const tip = make("div", { id: "tip", hidden: "" });
    const at = i => [pad + (W - 2 * pad) * map.x[i] / 1000, H - pad - (H - 2 * pad) * map.y[i] / 1000];
    const order = map.rank.map((_, i) => i).sort((a, b) => map.rank[b] - map.rank[a]);
    for (const i of order) {
      const [x, y] = at(i), c = map.class[i];
      const odd = isOdd(map.kind[i]);
      const mark = make("path", { d: shape(c), transform:
        `translate(${x.toFixed(1)},${y.toFixed(1)}) scale(${map.x.length > 1000 ? .6 : .9})`,
        fill: c < 0 ? "#888" : hues[c % hues.length], "fill-opacity": odd ? 1 : .7,
        stroke: odd ? "currentColor" : "none", "stroke-width": 2, "data-i": i });
      mark.append(make("title", {}, `${map.id[i]} · rank ${map.rank[i]}`));
      points.set(map.rank[i], i);
      svg.append(mark);
    }
    ring = make("circle", { r: 12, fill: "none", stroke: "currentColor", "stroke-width": 2.5, visibility: "hidden" });
    svg.append(ring);
    svg.addEventListener("pointerover", event => {
      const i = event.target.dataset ? event.target.dataset.i : undefined;
      tip.hidden = i === undefined;
      if (i === undefined) return;
      tip.textContent = `${map.id[i]} · rank ${map.rank[i]} · ${className(map.class[i])}` +
        (isOdd(map.kind[i]) ? ` · ${map.kind[i]}` : "");
      const [x, y] = at(i);
      tip.style.left = `min(${100 * x / W}%, 60%)`;
      tip.style.top = `calc(${100 * y / H}% + .8rem)`;
    });
    svg.addEventListener("pointerleave", () => { tip.hidden = true; });
    svg.addEventListener("click", event => {
      const i = event.target.dataset ? event.target.dataset.i : undefined;
      if (i !== undefined) choose(map.rank[i], true);
    });
    const used = [...new Set(map.class)].filter(c => c >= 0).sort((a, b) => a - b);
    const legend = make("div", { id: "legend" }, ...used.slice(0, 24).map(c => {
      const key = make("svg", { viewBox: "-7 -7 14 14", width: 12, height: 12, "aria-hidden": "true" },
        make("path", { d: shape(c), fill: hues[c % hues.length] }));
      return make("span", {}, key, " " + className(c));
    }));
    if (used.length > 24) legend.append(` and ${used.length - 24} more classes`);
    plot.append(svg, tip, legend, make("p", { class: "dim" },
      map.note + (map.x.length < data.nodes ? ` · ${map.x.length} of ${data.nodes} nodes` : "") +
      (known ? " · outlined: known outliers" : "")));
    plot.at = at;
  }

  function choose(rank, scroll) {
    chosen = rank;
    const i = points.get(rank);
    if (ring) ring.setAttribute("visibility", i === undefined ? "hidden" : "visible");
    if (ring && i !== undefined) {
      const [x, y] = plot.at(i);
      ring.setAttribute("cx", x);
      ring.setAttribute("cy", y);
    }
    for (const line of body.rows) line.classList.toggle("chosen", Number(line.dataset.rank) === rank);
    const why = document.getElementById(`why-${rank}`);
    if (why) why.open = true;
    if (scroll && why) why.scrollIntoView({ block: "center" });
  }
  const pick = event => {
    const line = event.target.closest("tr[data-rank]");
    if (line) choose(Number(line.dataset.rank), false);
  };
  body.addEventListener("click", pick);
  body.addEventListener("keydown", event => {
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); pick(event); }
  });
  draw();
})();
