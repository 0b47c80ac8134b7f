"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const player = document.getElementById("player");
  if (!data.frames || !player) {
    document.getElementById("steps").hidden = true;
    return;
  }
  const NS = "http://www.w3.org/2000/svg";
  const drawn = new Set(["svg", "g", "path", "circle", "line", "polyline", "text", "title"]);
  const make = (name, attributes, ...children) => {
    const element = drawn.has(name) ? document.createElementNS(NS, name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };
  const set = (element, attributes) => {
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  };
  const frames = data.frames, nodes = data.nodes;
  const digits = x => x === null || x === undefined ? "-" : Math.abs(x) >= 1000 ? x.toFixed(0) : Number(x.toPrecision(5)).toString();
  const shownOdd = kind => reveal.checked && kind !== "ordinary";

  /* ---- controls ---- */
  const slider = make("input", { type: "range", id: "slider", min: 0, max: frames.length - 1, value: 0, "aria-label": "sub-step" });
  const button = (text, label) => make("button", { type: "button", "aria-label": label }, text);
  const back = button("◀", "one sub-step back"), next = button("▶", "one sub-step on"), play = button("play", "play");
  const where = make("output", { "aria-live": "polite" });
  const reveal = make("input", { type: "checkbox", id: "reveal" });
  player.append(make("div", { class: "controls" }, back, play, next, slider), make("p", {}, where),
    make("p", {}, make("label", {}, reveal, " show the outliers that are known")));
  const grid = make("div", { class: "grid" });
  player.append(grid);
  const panel = (title, ...content) => {
    const figure = make("figure", {}, make("figcaption", {}, title), ...content);
    grid.append(figure);
    return figure;
  };

  /* ---- the loss ---- */
  const W = 520, H = 260, pad = 44;
  const names = ["loss", "L_str", "α L_attr", "β L_dis"], role = [5, 6, 7, 8];
  const top = Math.max(...frames.map(f => f.loss[0])) * 1.05;
  const lx = i => pad + (W - pad - 70) * i / (frames.length - 1), ly = v => H - 24 - (H - 34) * v / top;
  const loss = make("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": "the loss and its terms at every sub-step", class: "figure" });
  for (let t = 0; t < 4; t++) {
    loss.append(make("polyline", { class: `s${role[t]}`, "stroke-width": t ? 1.5 : 2.2,
      points: frames.map((f, i) => `${lx(i).toFixed(1)},${ly(f.loss[t]).toFixed(1)}`).join(" ") }));
  }
  const labelY = [...Array(4).keys()].map(t => ({ t, y: ly(frames[frames.length - 1].loss[t]) })).sort((a, b) => a.y - b.y);
  labelY.forEach((label, i) => { if (i) label.y = Math.max(label.y, labelY[i - 1].y + 13); });
  for (const { t, y } of labelY) loss.append(make("text", { class: `t${role[t]}`, x: W - 64, y: y + 4, "font-size": 11 }, names[t]));
  for (let i = 0; i < frames.length; i += 6)
    loss.append(make("text", { class: "t1", x: lx(i), y: H - 6, "font-size": 10.5, "text-anchor": "middle" }, String(i / 6)));
  for (const v of [0, top / 2, top])
    loss.append(make("text", { class: "t1", x: pad - 6, y: ly(v) + 4, "font-size": 10.5, "text-anchor": "end" }, v.toFixed(0)));
  const cursor = make("line", { class: "s1", y1: 8, y2: H - 24, "stroke-dasharray": "3 3" });
  loss.append(cursor);
  panel("Loss; the numbers below count iterations", loss);

  /* ---- the parabola ---- */
  const PW = 520, PH = 260;
  const parabola = make("svg", { viewBox: `0 0 ${PW} ${PH}`, class: "figure", id: "parabola" });
  const curve = make("polyline", { class: "s9", "stroke-width": 2 });
  const lowest = make("line", { class: "s14", y1: 20, y2: PH - 30, "stroke-dasharray": "3 3" });
  const axis = make("line", { class: "s2", x1: 20, x2: PW - 20, y1: PH - 30, y2: PH - 30 });
  const point = make("circle", { class: "f15", r: 9, tabindex: 0, role: "slider", id: "point", style: "cursor:grab",
    "aria-label": "value of the entry; arrow keys move it, Enter lets it fall" });
  const said = make("p", { "aria-live": "polite", id: "said" });
  const fall = make("button", { type: "button", id: "fall" }, "let go: to the lowest point");
  parabola.append(axis, lowest, curve, point);
  panel("One number in your hand: drag the point", parabola, said, make("div", { class: "controls" }, fall));
  let entry = null, low = 0, high = 1, x = 0;
  const px = v => 20 + (PW - 40) * (v - low) / (high - low);
  const rise = v => entry.steep * (v - entry.lowest) ** 2;
  const py = v => PH - 30 - (PH - 60) * Math.min(1, rise(v) / Math.max(rise(low), rise(high), 1e-300));
  function place(value) {
    x = Math.min(high, Math.max(low, value));
    set(point, { cx: px(x), cy: py(x), "aria-valuenow": digits(x), "aria-valuemin": digits(low), "aria-valuemax": digits(high) });
    const total = frames[now].loss[0] - rise(entry.old) + rise(x);
    said.textContent = `${entry.name} = ${digits(x)}: the loss would be ${digits(total)}` +
      (Math.abs(x - entry.lowest) < 1e-9 * (high - low) ? ", the lowest that this number allows." :
        `, ${digits(rise(x))} above the lowest point ${digits(entry.lowest)}.`) +
      (entry.fraction ? ` Lowest point = ${digits(entry.above)} / ${digits(entry.below)}.` : "");
  }
  function takeEntry(frame) {
    entry = frame.entry;
    const has = entry && entry.steep > 0;
    parabola.parentElement.hidden = !has;
    if (!has) return;
    const reach = Math.max(Math.abs(entry.old - entry.lowest) * 2, Math.abs(entry.lowest) * .5, 1e-6);
    low = entry.lowest - reach;
    high = entry.lowest + reach;
    const points = [];
    for (let i = 0; i <= 80; i++) {
      const v = low + (high - low) * i / 80;
      points.push(`${px(v).toFixed(1)},${py(v).toFixed(1)}`);
    }
    curve.setAttribute("points", points.join(" "));
    set(lowest, { x1: px(entry.lowest), x2: px(entry.lowest) });
    place(entry.old);
  }
  const toValue = event => {
    const box = parabola.getBoundingClientRect();
    return low + (high - low) * ((event.clientX - box.left) / box.width * PW - 20) / (PW - 40);
  };
  point.addEventListener("pointerdown", event => { point.setPointerCapture(event.pointerId); event.preventDefault(); });
  point.addEventListener("pointermove", event => { if (point.hasPointerCapture(event.pointerId)) place(toValue(event)); });
  point.addEventListener("keydown", event => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 5, PageDown: -5 }[event.key];
    if (by) place(x + by * (high - low) / 50);
    else if (event.key === "Enter") place(entry.lowest);
    else return;
    event.preventDefault();
  });
  fall.addEventListener("click", () => place(entry.lowest));

  /* ---- the map ---- */
  const MW = 520, MH = 320;
  const map = make("svg", { viewBox: `0 0 ${MW} ${MH}`, class: "figure", role: "img", "aria-label": "map of the nodes" });
  const all = frames.flatMap(f => f.map.x), every = frames.flatMap(f => f.map.y);
  const range = values => { const s = [...values].sort((a, b) => a - b); return [s[Math.floor(s.length * .002)], s[Math.floor(s.length * .998)]]; };
  const [x0, x1] = range(all), [y0, y1] = range(every);
  const marks = nodes.map(([id, label]) =>
    make("circle", { r: 2.8, class: label < 0 ? "f18" : `f${18 + label % 10}` }, make("title", {}, id)));
  map.append(...marks);
  panel("Map of the embedding", map);

  /* ---- the ranking ---- */
  const list = make("ol");
  panel("The oddest by ONE's own errors", list);

  /* ---- showing a frame ---- */
  const equations = [...document.querySelectorAll(".equation")];
  let now = 0;
  function show(i) {
    now = Math.min(frames.length - 1, Math.max(0, i));
    const frame = frames[now], coming = frames[now + 1];
    slider.value = now;
    const change = now ? frame.loss[0] - frames[now - 1].loss[0] : 0;
    where.textContent = frame.step === "init" ? `Start: loss ${digits(frame.loss[0])}` :
      `Iteration ${frame.iteration}, after ${frame.step}: loss ${digits(frame.loss[0])}` +
      (Math.abs(change) < 1e-9 * frame.loss[0] ? ", unchanged" : `, ${change < 0 ? "fell" : "rose"} by ${digits(Math.abs(change))}`);
    set(cursor, { x1: lx(now), x2: lx(now) });
    takeEntry(frame);
    frame.map.x.forEach((v, j) => set(marks[j], {
      cx: (10 + (MW - 20) * (v - x0) / (x1 - x0)).toFixed(1),
      cy: (MH - 10 - (MH - 20) * (frame.map.y[j] - y0) / (y1 - y0)).toFixed(1) }));
    list.replaceChildren(...frame.top.map(([node]) =>
      make("li", {}, nodes[node][0], make("span", { class: "dim" }, shownOdd(nodes[node][2]) ? ` ${nodes[node][2]}` : ""))));
    equations.forEach(e => { e.hidden = !coming || e.id !== `eq-${coming.step}`; });
  }
  slider.addEventListener("input", () => show(Number(slider.value)));
  reveal.addEventListener("change", () => {
    nodes.forEach(([, , kind], i) => {
      set(marks[i], { r: shownOdd(kind) ? 5 : 2.8, style: shownOdd(kind) ? "stroke:var(--w0);stroke-width:1.5" : "" });
      if (shownOdd(kind)) map.append(marks[i]);
    });
    show(now);
  });
  back.addEventListener("click", () => show(now - 1));
  next.addEventListener("click", () => show(now + 1));
  let timer = 0;
  play.addEventListener("click", () => {
    if (timer) { clearInterval(timer); timer = 0; play.textContent = "play"; return; }
    if (now === frames.length - 1) show(0);
    play.textContent = "pause";
    timer = setInterval(() => {
      show(now + 1);
      if (now === frames.length - 1) { clearInterval(timer); timer = 0; play.textContent = "play"; }
    }, 450);
  });
  show(0);
})();
