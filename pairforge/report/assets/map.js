// The map: designs as marks on two axes of choice, the fronts between them, published designs as hollow marks.
// A rectangle of it can be selected with the pointer or the keyboard.
const SHAPES = [
  "M5.5 0A5.5 5.5 0 1 1-5.5 0A5.5 5.5 0 1 1 5.5 0Z",
  "M-5-5H5V5H-5Z",
  "M0-6.5L6 4.5H-6Z",
  "M0-6.8L6.8 0L0 6.8L-6.8 0Z",
  "M0 6.5L6-4.5H-6Z",
  "M-2-6H2V-2H6V2H2V6H-2V2H-6V-2H-2Z",
];
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const MARGIN = { left: 64, right: 18, top: 14, bottom: 46 };
const LETTER = 6.1; // pixels of width, about, in a label

class DesignMap {
  constructor(section, model) {
    this.model = model;
    this.svg = section.querySelector("svg.map");
    this.plane = section.querySelector(".plane");
    this.tip = section.querySelector(".tip");
    this.legend = section.querySelector(".legend");
    this.controls = section.querySelector(".controls");
    this.brush = section.querySelector(".brush");
    this.status = section.querySelector(".status");
    this.zoomed = null;
    this.anchor = null;
    this.current = null;
    this.choices();
    this.listen();
    new ResizeObserver(() => Math.max(240, this.plane.clientWidth) !== this.width && this.draw()).observe(this.plane);
    model.addEventListener("change", ({ detail }) => {
      if (detail === "near") this.light();
      else if (detail === "range") this.select();
      else if (detail === "passing") this.draw();
      else this.light();
    });
    this.draw();
  }

  // -- choices -------------------------------------------------------------------------------------------------

  choices() {
    const { model, controls } = this;
    const option = (select, value, words) => {
      text(select, "option", words).value = value;
    };
    for (const name of ["x", "y"]) {
      for (const axis of model.axes) option(controls[name], axis.name, axis.title);
    }
    // The first pair of figures that most designs have.
    const pairs = [["slices", "us"], ["lut", "us"], ["slices", "interval"], ["um2", "interval"], ["latency", "interval"]];
    const both = (entry, names) => names.every((name) => model.value(entry, name) !== null);
    const common = pairs.find((names) => 2 * model.built.filter((entry) => both(entry, names)).length > model.built.length);
    [controls.x.value, controls.y.value] = common ?? ["interval", "interval"];
    controls["x-log"].checked = controls["y-log"].checked = true;
    option(controls.group, "", "nothing");
    const groups = model.facts().filter((name) => {
      const count = model.values(name).length;
      return count > 1 && count <= SHAPES.length;
    });
    for (const name of groups) option(controls.group, name, name);
    controls.group.value = groups[0] ?? "";
    if (!model.priorWork.length) controls.querySelector(".prior-work-switch").remove();
    controls.hidden = this.brush.hidden = false;
  }

  get x() {
    return this.controls.x.value;
  }

  get y() {
    return this.controls.y.value;
  }

  group(entry) {
    const name = this.controls.group.value;
    return name ? Math.max(0, this.groups.indexOf(this.model.fact(entry, name))) : 0;
  }

  // The designs that have both figures.
  placed() {
    const { model, x, y } = this;
    const placeable = (design) =>
      [[x, "x-log"], [y, "y-log"]].every(([name, log]) => {
        const value = model.value(design, name);
        return value !== null && (value > 0 || !this.controls[log].checked);
      });
    const entries = model.built.filter((entry) => model.passing.has(entry.index) && placeable(entry));
    const pairings = new Set(entries.map((entry) => entry.pairing));
    const wanted = this.controls.prior_work?.checked;
    const priorWork = wanted ? model.priorWork.filter((work) => pairings.has(work.pairing) && placeable(work)) : [];
    return [entries, priorWork];
  }

  // -- drawing -------------------------------------------------------------------------------------------------

  draw() {
    const { model, svg, x, y } = this;
    const focused = svg.contains(document.activeElement);
    const name = this.controls.group.value;
    this.groups = name ? model.values(name) : [];
    this.width = Math.max(240, this.plane.clientWidth); // none yet while the page is being laid out
    this.height = Math.round(Math.min(560, Math.max(340, this.width * 0.5)));
    svg.replaceChildren();
    svg.setAttribute("viewBox", `0 0 ${this.width} ${this.height}`);
    svg.setAttribute("height", this.height);
    const [entries, priorWork] = this.placed();
    this.marks = [];
    this.box = {
      left: MARGIN.left, right: this.width - MARGIN.right, top: MARGIN.top, bottom: this.height - MARGIN.bottom,
    };
    if (!entries.length && !priorWork.length) {
      this.across = null;
      draw(svg, "text", { x: this.width / 2, y: this.height / 2, class: "soft middle" }, "No design has both figures and passes the filters.");
      this.select();
      this.drawLegend([], []);
      return;
    }
    const values = (axis) => (this.zoomed ? this.zoomed[axis] : [...entries, ...priorWork].map((design) => model.value(design, this[axis])));
    const logs = (axis) => this.controls[`${axis}-log`].checked && values(axis).every((value) => value > 0);
    this.across = Scale.around(values("x"), this.box.left, this.box.right, logs("x"));
    this.up = Scale.around(values("y"), this.box.bottom, this.box.top, logs("y"));
    this.grid();
    const shown = (design) => this.inside(design);
    this.fronts(entries);
    this.rectangle = draw(svg, "rect", { class: "range", width: 0, height: 0 });
    const order = [...priorWork, ...entries.filter((e) => !this.best.has(e)), ...entries.filter((e) => this.best.has(e))];
    for (const design of order.filter(shown)) this.mark(design);
    this.labels(entries.filter(shown), priorWork.filter(shown));
    if (!this.marks.some(({ design }) => design === this.current)) this.current = this.marks.at(-1)?.design ?? null;
    for (const { design, element } of this.marks) element.setAttribute("tabindex", design === this.current ? 0 : -1);
    if (focused) this.elementOf(this.current)?.focus();
    this.drawLegend(entries, priorWork);
    this.select();
    this.light();
  }

  place(design) {
    return [this.across.at(this.model.value(design, this.x)), this.up.at(this.model.value(design, this.y))];
  }

  inside(design) {
    const [px, py] = this.place(design);
    const { left, right, top, bottom } = this.box;
    return px >= left - 1 && px <= right + 1 && py >= top - 1 && py <= bottom + 1;
  }

  grid() {
    const { svg, model } = this;
    const { left, right, top, bottom } = this.box;
    for (const value of this.across.ticks(58)) {
      const at = this.across.at(value);
      draw(svg, "line", { class: "grid", x1: at, x2: at, y1: top, y2: bottom });
      draw(svg, "text", { class: "soft middle", x: at, y: bottom + 18 }, tickText(value));
    }
    for (const value of this.up.ticks(34)) {
      const at = this.up.at(value);
      draw(svg, "line", { class: "grid", x1: left, x2: right, y1: at, y2: at });
      draw(svg, "text", { class: "soft end", x: left - 8, y: at + 4 }, tickText(value));
    }
    const words = (axis) => `${axis.title}${axis.unit && axis.unit.toLowerCase() !== axis.title.toLowerCase() ? ` (${axis.unit})` : ""}${axis.more ? ", more is better" : ""}`;
    draw(svg, "text", { class: "title middle", x: (left + right) / 2, y: this.height - 8 }, words(model.axis(this.x)));
    draw(svg, "text", { class: "title middle", transform: `translate(14 ${(top + bottom) / 2}) rotate(-90)` }, words(model.axis(this.y)));
  }

  // A front for each pairing and target, as a staircase: nothing is better than its corners say.
  fronts(entries) {
    const kinds = Map.groupBy(entries, (entry) => `${entry.pairing} ${entry.target}`);
    this.best = new Set();
    const { left, right, top, bottom } = this.box;
    const frame = { x: left, y: top, width: right - left, height: bottom - top };
    const inside = draw(this.svg, "svg", { ...frame, viewBox: Object.values(frame).join(" ") }); // it clips
    for (const designs of kinds.values()) {
      const found = front(designs, this.model, this.x, this.y);
      for (const design of found) this.best.add(design);
      if (found.length < 2) continue;
      const places = found.map((design) => this.place(design));
      let path = `M${places[0].join(" ")}`;
      for (const [px, py] of places.slice(1)) path += `H${px}V${py}`;
      draw(inside, "path", { class: "front", d: path });
    }
  }

  mark(design) {
    const { model } = this;
    const [px, py] = this.place(design);
    const css = design.published ? "mark prior-work" : `mark g${this.group(design)}${this.best.has(design) ? " best" : ""}`;
    const element = draw(this.svg, "g", {
      class: css, transform: `translate(${px.toFixed(1)} ${py.toFixed(1)})`, role: "button", tabindex: -1,
      "aria-label": `${design.published ? `published: ${design.name}, ${design.device}` : design.label}: ${this.words(design)}${this.best.has(design) ? ", on the front" : ""}`,
    });
    draw(element, "circle", { class: "reach", r: 12 });
    draw(element, "path", { class: "shape", d: SHAPES[design.published ? 0 : this.group(design)] });
    this.marks.push({ design, element, at: [px, py] });
  }

  words(design) {
    const part = (name) => {
      const axis = this.model.axis(name);
      return `${axis.title.toLowerCase()} ${shown(this.model.value(design, name))}`;
    };
    return `${part(this.x)}, ${part(this.y)}`;
  }

  // Names beside marks, as far as there is room: of all where they are few, else of those on a front.
  labels(entries, priorWork) {
    const named = entries.length <= 16 ? entries : entries.filter((entry) => this.best.has(entry));
    const taken = this.marks.map(({ at: [px, py] }) => [px - 7, px + 7, py - 7, py + 7]);
    const { left, right, top, bottom } = this.box;
    for (const design of [...named, ...priorWork]) {
      const words = design.published ? design.name : this.model.brief(design);
      if (words.length > 44) continue;
      const [px, py] = this.place(design);
      const wide = words.length * LETTER;
      const room = [[px + 9, py + 4], [px - 9 - wide, py + 4], [px - wide / 2, py - 10], [px - wide / 2, py + 18], [px + 7, py - 7], [px + 7, py + 15]];
      const spot = room.find(([a, b]) => {
        const box = [a, a + wide, b - 10, b + 3];
        if (box[0] < left || box[1] > right || box[2] < top || box[3] > bottom) return false;
        return !taken.some(([l, r, t, u]) => box[0] < r && l < box[1] && box[2] < u && t < box[3]);
      });
      if (!spot) continue;
      taken.push([spot[0], spot[0] + wide, spot[1] - 10, spot[1] + 3]);
      draw(this.svg, "text", { class: `label${design.published ? " soft" : ""}`, x: spot[0], y: spot[1] }, words);
    }
  }

  drawLegend(entries, priorWork) {
    this.legend.replaceChildren();
    const item = (css, shape, words) => {
      const entry = text(this.legend, "span");
      const picture = draw(entry, "svg", { viewBox: "-9 -9 18 18", width: 16, height: 16, "aria-hidden": "true" });
      draw(draw(picture, "g", { class: css }), "path", { class: "shape", d: shape });
      entry.append(words);
    };
    const name = this.controls.group.value;
    if (entries.length) {
      if (!name) item("mark g0 best", SHAPES[0], "ours");
      for (const [place, value] of this.groups.entries()) {
        if (entries.some((entry) => this.model.fact(entry, name) === value)) {
          item(`mark g${place} best`, SHAPES[place], name === "design" ? value : `${name} ${value}`);
        }
      }
    }
    if (priorWork.length) item("mark prior-work", SHAPES[0], "published");
    if (entries.length > 1) item("frontier", "M-8 4H0V-5H8", "front: no other is better on both axes");
  }

  // -- selection -----------------------------------------------------------------------------------------------

  select() {
    const { model, brush } = this;
    const { range } = model;
    const units = (name) => {
      const axis = model.axis(name);
      return axis.unit && axis.unit.toLowerCase() !== axis.title.toLowerCase() ? `${axis.title}, ${axis.unit}` : axis.title;
    };
    brush.querySelector(".brush-x").textContent = units(this.x);
    brush.querySelector(".brush-y").textContent = units(this.y);
    const round = (value) => (Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(4)));
    for (const axis of ["x", "y"]) {
      for (const end of [0, 1]) {
        const input = brush[`${axis}${end}`];
        if (document.activeElement !== input) input.value = range && Number.isFinite(range[axis][end]) ? round(range[axis][end]) : "";
      }
    }
    const zoom = brush.querySelector('[data-do="zoom"]');
    zoom.disabled = !range && !this.zoomed;
    zoom.textContent = range || !this.zoomed ? "Zoom in on it" : "Show all";
    brush.querySelector('[data-do="clear"]').disabled = !range;
    if (this.across && this.rectangle) {
      const { left, right, top, bottom } = this.box;
      const within = (value, low, high) => Math.min(high, Math.max(low, value));
      const pixel = (scale, value, low) => (scale.log && value <= 0 ? low : Number.isFinite(value) ? scale.at(value) : value > 0 ? Infinity : -Infinity);
      const xs = range ? range.x.map((value) => within(pixel(this.across, value, left), left, right)) : [0, 0];
      const ys = range ? range.y.map((value) => within(Number.isFinite(value) ? pixel(this.up, value, bottom) : value > 0 ? top : bottom, top, bottom)) : [0, 0];
      const pad = range ? 9 : 0;
      const frame = { x: Math.min(...xs) - pad, y: Math.min(...ys) - pad, width: Math.abs(xs[1] - xs[0]) + 2 * pad, height: Math.abs(ys[1] - ys[0]) + 2 * pad };
      for (const [name, value] of Object.entries(frame)) this.rectangle.setAttribute(name, value);
    }
    this.svg.classList.toggle("selecting", range !== null);
    let inside = 0;
    for (const { design, element } of this.marks) {
      const chosen = model.inRange(design, this.x, this.y);
      element.classList.toggle("chosen", chosen);
      if (chosen && !design.published) inside++;
    }
    const count = this.marks.filter(({ design }) => !design.published).length;
    this.status.textContent = `${count} of ${model.built.length} designs on the map${range ? `, ${inside} selected` : ""}`;
  }

  light() {
    const { model } = this;
    for (const { design, element } of this.marks) {
      element.classList.toggle("near", model.near === design);
      element.classList.toggle("open", !design.published && model.open === design.index);
      element.classList.toggle("paired", !design.published && model.pair.includes(design.index));
    }
  }

  // The selection between two places on the map, in figures; the margin lets a mark's edge count.
  between([ax, ay], [bx, by]) {
    const sorted = (scale, a, b) => [scale.value(a), scale.value(b)].sort((p, q) => p - q);
    return { x: sorted(this.across, ax, bx), y: sorted(this.up, ay, by) };
  }

  spanning(one, other) {
    const sorted = (name) => [one, other].map((design) => this.model.value(design, name)).sort((a, b) => a - b);
    return { x: sorted(this.x), y: sorted(this.y) };
  }

  // -- events --------------------------------------------------------------------------------------------------

  elementOf(design) {
    return this.marks.find((mark) => mark.design === design)?.element;
  }

  designOf(target) {
    const element = target instanceof Element ? target.closest(".mark") : null;
    return this.marks.find((mark) => mark.element === element)?.design ?? null;
  }

  focus(design) {
    this.current = design;
    for (const mark of this.marks) mark.element.setAttribute("tabindex", mark.design === design ? 0 : -1);
    this.elementOf(design).focus();
  }

  beside(design, [dx, dy]) {
    const [x, y] = this.place(design);
    let best = null;
    let least = Infinity;
    for (const { design: other, at } of this.marks) {
      const ahead = (at[0] - x) * dx + (at[1] - y) * dy;
      const aside = Math.abs((at[0] - x) * dy) + Math.abs((at[1] - y) * dx);
      if (other === design || ahead <= 0.01 || ahead + 2 * aside >= least) continue;
      least = ahead + 2 * aside;
      best = other;
    }
    return best;
  }

  activate(design) {
    if (design.published) this.status.textContent = `${design.source}${design.note ? `; ${design.note}` : ""}`;
    else this.model.show(design.index);
  }

  tell(design) {
    this.tip.hidden = !design;
    if (!design) return;
    const { model, tip } = this;
    tip.replaceChildren();
    text(tip, "b", design.published ? `${design.name}, ${design.device}` : design.name);
    if (design.published) text(tip, "span", `published: ${design.source}${design.note ? `; ${design.note}` : ""}`);
    else if (Object.keys(design.settings).length) text(tip, "span", Object.entries(design.settings).map((pair) => pair.join(" = ")).join(", "));
    for (const name of [this.x, this.y]) {
      const [value, kind] = design.figures[name];
      text(tip, "span", `${shown(value)} ${model.axis(name).unit}, ${kind}`);
    }
    const [px, py] = this.place(design);
    const left = Math.max(2, Math.min(px + 14, this.width - tip.offsetWidth - 2));
    const above = py - tip.offsetHeight - 12;
    tip.style.left = `${left}px`;
    tip.style.top = `${above > 0 ? above : py + 18}px`;
  }

  listen() {
    const { svg, model, controls, brush } = this;
    controls.addEventListener("submit", (event) => event.preventDefault());
    controls.addEventListener("change", (event) => {
      if (["x", "y"].includes(event.target.name)) {
        this.zoomed = null;
        model.range = null;
        model.changed("range");
      }
      this.draw();
    });
    brush.addEventListener("submit", (event) => event.preventDefault());
    brush.addEventListener("input", () => {
      const read = (name, otherwise) => (brush[name].value === "" ? otherwise : Number(brush[name].value));
      const range = { x: [read("x0", -Infinity), read("x1", Infinity)], y: [read("y0", -Infinity), read("y1", Infinity)] };
      const free = [...range.x, ...range.y].every((value) => !Number.isFinite(value));
      model.setRange(free ? null : range);
    });
    brush.addEventListener("click", (event) => {
      if (event.target.dataset.do === "clear") model.setRange(null);
      if (event.target.dataset.do === "zoom") this.zoom();
    });
    this.pointer();
    svg.addEventListener("focusin", (event) => {
      const design = this.designOf(event.target);
      if (!design) return;
      this.current = design;
      this.tell(design);
      model.point(design);
    });
    svg.addEventListener("focusout", () => {
      this.tell(null);
      model.point(null);
    });
    svg.addEventListener("keydown", (event) => this.key(event));
  }

  zoom() {
    const { range } = this.model;
    if (range) {
      const [entries, priorWork] = this.placed();
      const inside = [...entries, ...priorWork].filter((design) => this.model.inRange(design, this.x, this.y));
      if (!inside.length) return;
      const values = (name) => inside.map((design) => this.model.value(design, name));
      this.zoomed = { x: values(this.x), y: values(this.y) };
    } else this.zoomed = null;
    this.model.range = null;
    this.draw();
    this.model.changed("range");
  }

  pointer() {
    const { svg, model } = this;
    let start = null;
    const position = (event) => {
      const frame = svg.getBoundingClientRect();
      const { left, right, top, bottom } = this.box;
      return [Math.min(right, Math.max(left, event.clientX - frame.left)), Math.min(bottom, Math.max(top, event.clientY - frame.top))];
    };
    svg.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !this.across) return;
      start = { at: position(event), design: this.designOf(event.target), moved: false };
      svg.setPointerCapture(event.pointerId);
    });
    svg.addEventListener("pointermove", (event) => {
      if (!start) {
        const design = this.designOf(event.target);
        this.tell(design);
        model.point(design);
        return;
      }
      const at = position(event);
      if (!start.moved && Math.hypot(at[0] - start.at[0], at[1] - start.at[1]) < 5) return;
      start.moved = true;
      this.tell(null);
      model.setRange(this.between(start.at, at));
    });
    svg.addEventListener("pointerup", () => {
      if (start && !start.moved) {
        if (start.design) this.activate(start.design);
        else if (model.range) model.setRange(null);
      }
      start = null;
    });
    svg.addEventListener("pointercancel", () => {
      start = null;
    });
    svg.addEventListener("pointerleave", () => {
      if (start || svg.contains(document.activeElement)) return;
      this.tell(null);
      model.point(null);
    });
  }

  key(event) {
    const design = this.designOf(event.target);
    if (!design || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in STEPS) {
      const next = this.beside(design, STEPS[event.key]);
      event.preventDefault();
      if (!event.shiftKey) this.anchor = null;
      else this.anchor ??= design;
      if (!next) return;
      this.focus(next);
      if (event.shiftKey) this.model.setRange(this.spanning(this.anchor, next));
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.activate(design);
    } else if (event.key === "c" && !design.published) {
      this.model.toggle(design.index);
    } else if (event.key === "Escape") {
      this.anchor = null;
      this.model.setRange(null);
    }
  }
}
