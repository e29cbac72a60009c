// The schedule as a picture on a canvas: rows are unit instances and places of storage, columns are cycles.
//
// An *item* is one occurrence of an operation: { op, k, t } with k the iteration and t the cycle it starts in, in the
// time of the view. Items are made when they come into sight (`each`), so a loop of many iterations costs nothing
// until it is looked at.
//
// A loop may have several *runs*, { start, count, first }: iterations are counted on from one to the next, and `first`
// is the number of the first one of a run.

const ROW = 26;
const PLACE_ROW = 15;
const TOP = 26;
const MAX_PITCH = 110;

class Schedule {
  constructor(figure, stage) {
    this.figure = figure;
    this.stage = stage;
    this.canvas = figure.querySelector(".chart");
    this.overview = figure.querySelector(".overview");
    this.tip = figure.querySelector(".tip");
    this.inspect = figure.querySelector(".inspect");
    this.hint = this.inspect.firstElementChild;
    // The longest first: the loop that most of the run is spent in.
    this.runs = new Map(stage.blocks.map((block) => [block.name, this.runsOf(block)]));
    const spent = (block) => block.interval * this.iterations(block);
    this.loops = stage.blocks.filter((block) => block.interval !== null).sort((a, b) => spent(b) - spent(a));
    this.loop = this.loops[0] || null;
    this.view = this.loop ? "steady" : "run";
    this.showStorage = true;
    this.hovered = null;
    this.selected = null;
    this.index();
    this.listen();
    this.readColours();
    this.setView(this.view);
    new ResizeObserver(() => this.resize()).observe(this.canvas.parentElement);
  }

  // -- the data ------------------------------------------------------------------------------------------------

  runsOf(block) {
    let first = 0;
    return [block, ...(block.again || [])].map(({ start, count }) => ({ start, count, first: (first += count) - count }));
  }

  // Of all runs of a block.
  iterations(block) {
    const last = this.runs.get(block.name).at(-1);
    return last.first + last.count;
  }

  // The run of a block that an iteration belongs to.
  runOf(block, k) {
    return this.runs.get(block.name).findLast((run) => run.first <= k) || this.runs.get(block.name)[0];
  }

  // The last iteration of the run of that number.
  lastOf(block, number) {
    const { first, count } = this.runs.get(block.name)[number || 0];
    return first + count - 1;
  }

  index() {
    const { stage } = this;
    this.blocks = new Map(stage.blocks.map((block) => [block.name, block]));
    this.ops = new Map(stage.operations.map((op) => [op.id, op]));
    this.allUnits = [];
    this.primary = new Set();
    for (const unit of stage.units) {
      for (const name of unit.instances.length ? unit.instances : [unit.name]) {
        this.allUnits.push(name);
        if (unit.primary) this.primary.add(name);
      }
    }
    if (!this.primary.size && this.allUnits.length) this.primary.add(this.allUnits[0]);
    this.opsOf = new Map(stage.blocks.map((block) => [block.name, []]));
    for (const op of stage.operations) this.opsOf.get(op.block).push(op);
    this.valuesOf = new Map(stage.blocks.map((block) => [block.name, []]));
    for (const value of stage.values) this.valuesOf.get(value.block).push(value);
    this.reach = new Map(); // block -> [least, greatest] time of anything in one pass
    for (const block of stage.blocks) {
      let low = 0;
      let high = block.length;
      for (const op of this.opsOf.get(block.name)) {
        low = Math.min(low, op.start);
        high = Math.max(high, op.start + op.duration);
      }
      for (const value of this.valuesOf.get(block.name)) {
        low = Math.min(low, value.start);
        high = Math.max(high, value.end + 1);
      }
      this.reach.set(block.name, [low, high]);
    }
    this.readers = new Map(stage.operations.map((op) => [op.id, []]));
    for (const op of stage.operations) {
      for (const operand of op.operands) {
        if (operand.producer !== null) this.readers.get(operand.producer).push({ op, operand, first: false });
        if (operand.initial !== null) this.readers.get(operand.initial).push({ op, operand, first: true });
      }
    }
  }

  blocksInView() {
    return this.view === "run" ? this.stage.blocks : [this.loop];
  }

  // The rows: what the view uses, units in the order of the data, places in natural order.
  layRows() {
    const busy = new Set();
    const held = new Set();
    for (const block of this.blocksInView()) {
      for (const op of this.opsOf.get(block.name)) busy.add(op.unit);
      for (const value of this.valuesOf.get(block.name)) held.add(value.place);
    }
    this.units = this.allUnits.filter((name) => busy.has(name));
    this.unitRow = new Map(this.units.map((name, row) => [name, row]));
    this.places = [...held].sort(new Intl.Collator("en", { numeric: true }).compare);
    this.placeRow = new Map(this.places.map((name, row) => [name, row]));
  }

  time(op, k) {
    const block = this.blocks.get(op.block);
    const run = this.view === "run" ? this.runOf(block, k) : { start: 0, first: 0 };
    return run.start + (k - run.first) * (block.interval || 0) + op.start;
  }

  inView(op, k) {
    const block = this.blocks.get(op.block);
    if (this.view === "run") return k >= 0 && k < this.iterations(block);
    return block === this.loop && (this.view === "steady" || k === 0);
  }

  // Calls back for every pass of every block in view that can touch the cycles low to high.
  eachPass(low, high, call) {
    for (const block of this.blocksInView()) {
      const [first, last] = this.reach.get(block.name);
      const run = this.view === "run";
      for (const { start, count, first: before } of run ? this.runs.get(block.name) : [{ start: 0, first: 0 }]) {
        if (block.interval === null || this.view === "one") {
          if (start + last > low && start + first < high) call(block, 0, start);
          continue;
        }
        let from = Math.ceil((low - start - last) / block.interval);
        let to = Math.floor((high - start - first) / block.interval);
        if (run) {
          from = Math.max(from, 0);
          to = Math.min(to, count - 1);
        }
        for (let k = from; k <= to; k++) call(block, before + k, start + k * block.interval);
      }
    }
  }

  each(low, high, call) {
    this.eachPass(low, high, (block, k, base) => {
      for (const op of this.opsOf.get(block.name)) {
        const t = base + op.start;
        if (t < high && t + op.duration > low) call({ op, k, t });
      }
    });
  }

  eachValue(low, high, call) {
    this.eachPass(low, high, (block, k, base) => {
      for (const value of this.valuesOf.get(block.name)) {
        if (base + value.start < high && base + value.end >= low) call({ value, k, t: base + value.start });
      }
    });
  }

  // What the operands of an item are made by. What a run begins with is known of the first run of each block only.
  producers(item) {
    const block = this.blocks.get(item.op.block);
    const found = [];
    const { first } = this.view === "run" ? this.runOf(block, item.k) : { first: -Infinity };
    for (const operand of item.op.operands) {
      if (operand.producer === null) continue;
      let op = this.ops.get(operand.producer);
      const source = this.blocks.get(op.block);
      let k = item.k - operand.distance;
      if (source !== block) {
        if (first > 0) continue;
        k = this.lastOf(source, operand.run) - operand.distance;
      } else if (k < first) {
        if (first > 0 || operand.initial === null) continue;
        op = this.ops.get(operand.initial);
        k = this.lastOf(this.blocks.get(op.block), operand.initial_run);
      }
      found.push({ op, k, t: this.time(op, k), operand });
    }
    return found;
  }

  consumers(item) {
    const block = this.blocks.get(item.op.block);
    const found = [];
    const run = this.view === "run" ? this.runOf(block, item.k) : { first: -Infinity, count: Infinity };
    for (const { op, operand, first } of this.readers.get(item.op.id)) {
      const target = this.blocks.get(op.block);
      if (first) {
        if (this.view !== "run" || item.k !== this.lastOf(block, operand.initial_run)) continue;
        for (let k = 0; k < operand.distance; k++) found.push({ op, k, t: this.time(op, k), operand });
        continue;
      }
      let k = 0;
      if (target === block) {
        k = item.k + operand.distance;
        if (k >= run.first + run.count) continue;
      } else if (this.view !== "run" || item.k !== this.lastOf(block, operand.run) - operand.distance) continue;
      found.push({ op, k, t: this.time(op, k), operand });
    }
    return found;
  }

  // -- the view ------------------------------------------------------------------------------------------------

  setView(view) {
    this.view = view;
    this.hovered = null;
    this.layRows();
    this.select(null);
    const block = this.loop;
    if (view === "run") {
      let low = 0;
      let high = this.stage.length;
      for (const each of this.stage.blocks) {
        const [first, last] = this.reach.get(each.name);
        const shown = Math.min(last, first + 4 * each.length);
        for (const { start, count } of this.runs.get(each.name)) {
          low = Math.min(low, start + first);
          high = Math.max(high, start + (count - 1) * (each.interval || 0) + shown);
        }
      }
      this.extent = [low, high];
    } else {
      const [first, last] = this.reach.get(block.name);
      const end = Math.max(block.length, ...this.opsOf.get(block.name).map((op) => op.start + op.duration));
      const start = Math.min(first, 0);
      this.extent = view === "one" ? [start, Math.min(last, end + 2 * block.interval)] : [start, Math.max(end, start + 3 * block.interval)];
    }
    this.measure();
    this.legend();
    this.resize();
    this.fit();
  }

  // Occupancy of the primary units, cycle by cycle, over the whole extent.
  measure() {
    const [low, high] = this.extent;
    this.busy = new Float32Array(Math.max(1, high - low));
    this.each(low, high, ({ op, t }) => {
      if (!this.primary.has(op.unit)) return;
      for (let cycle = Math.max(t, low); cycle < Math.min(t + op.duration, high); cycle++) this.busy[cycle - low] += 1 / this.primary.size;
    });
    const share = this.busy.reduce((sum, value) => sum + Math.min(1, value), 0) / this.busy.length;
    const what = { one: "one iteration alone", steady: "the steady state", run: "the whole run" }[this.view];
    const line = `${[...this.primary].join(", ")} occupied ${(100 * share).toFixed(1).replace(/\.0$/, "")} % of the cycles in ${what}`;
    this.figure.querySelector(".overview-text").textContent = line;
  }

  legend() {
    const legend = this.figure.querySelector(".legend");
    legend.replaceChildren();
    const entries = {
      one: [["--accent", "one iteration"]],
      steady: [["--accent", "one iteration"], ["--tint", "iterations before it"], ["--tint2", "iterations after it"]],
      run: this.loops.length
        ? [["--accent", "every third iteration"], ["--tint", "the next"], ["--tint2", "the one after, and straight-line blocks"]]
        : [["--accent", [...this.primary].join(", ")], ["--tint", "other units"]],
    }[this.view];
    for (const [colour, words] of entries) {
      const entry = text(legend, "span");
      text(entry, "i").style.background = `var(${colour})`;
      entry.append(words);
    }
    if (this.loop && this.view !== "run") text(legend, "span", `a new iteration every ${this.loop.interval} cycles (dashed)`);
  }

  get width() {
    return this.canvas.clientWidth;
  }

  get gutter() {
    return this.width < 520 ? 62 : 88;
  }

  get storageTop() {
    return TOP + this.units.length * ROW + 14;
  }

  get height() {
    const storage = this.showStorage && this.places.length ? this.places.length * PLACE_ROW + 14 : 0;
    return TOP + this.units.length * ROW + storage + 8;
  }

  get room() {
    return Math.max(40, this.width - this.gutter - 6);
  }

  fit() {
    this.pitch = this.room / (this.extent[1] - this.extent[0]);
    this.left = this.extent[0];
    // On a narrow window the steady state is shown large enough to read; the rest is a drag away.
    if (this.view !== "run" && this.pitch < 23) this.pitch = 23;
    this.clamp();
    this.draw();
  }

  clamp() {
    const [low, high] = this.extent;
    const least = this.room / (high - low);
    this.pitch = Math.min(Math.max(this.pitch, least), Math.max(MAX_PITCH, least));
    this.left = Math.max(low, Math.min(this.left, high - this.room / this.pitch));
  }

  zoom(factor, x) {
    const at = x === undefined ? this.gutter + this.room / 2 : Math.max(x, this.gutter);
    const cycle = this.left + (at - this.gutter) / this.pitch;
    this.pitch *= factor;
    this.clamp();
    this.left = cycle - (at - this.gutter) / this.pitch;
    this.clamp();
    this.draw();
  }

  pan(pixels) {
    this.left += pixels / this.pitch;
    this.clamp();
    this.draw();
  }

  x(t) {
    return this.gutter + (t - this.left) * this.pitch;
  }

  resize() {
    const ratio = window.devicePixelRatio || 1;
    this.canvas.style.height = `${this.height}px`;
    for (const canvas of [this.canvas, this.overview]) {
      const width = Math.round(canvas.clientWidth * ratio);
      const height = Math.round(canvas.clientHeight * ratio);
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    }
    if (this.lastWidth !== this.width) {
      const first = this.lastWidth === undefined;
      this.lastWidth = this.width;
      if (!first && this.pitch) this.fit();
    }
    if (this.pitch) {
      this.clamp();
      this.draw();
    }
  }

  // -- drawing -------------------------------------------------------------------------------------------------

  readColours() {
    const style = getComputedStyle(document.documentElement);
    const probe = text(this.figure, "i"); // a canvas does not know light-dark(): let an element resolve it
    this.colour = {};
    for (const name of ["paper", "panel", "ink", "soft", "line", "faint", "accent", "on-accent", "tint", "tint2", "on-tint", "warn"]) {
      probe.style.color = `var(--${name})`;
      this.colour[name] = getComputedStyle(probe).color;
    }
    probe.remove();
    this.sans = style.getPropertyValue("--sans").trim() || "sans-serif";
  }

  // Background and text colour of an item.
  tone(op, k) {
    const { colour } = this;
    const strong = [colour.accent, colour["on-accent"]];
    const middle = [colour.tint, colour["on-tint"]];
    const weak = [colour.tint2, colour.soft];
    if (this.view !== "run") return k === 0 ? strong : k < 0 ? middle : weak;
    if (this.blocks.get(op.block).interval !== null) return [strong, middle, weak][k % 3];
    if (this.loops.length) return weak;
    return this.primary.has(op.unit) ? strong : middle;
  }

  draw() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.paint();
      this.paintOverview();
    });
  }

  paint() {
    const ratio = window.devicePixelRatio || 1;
    const g = this.canvas.getContext("2d");
    const { colour, gutter, pitch } = this;
    const { width, height } = this;
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.clearRect(0, 0, width, height);
    g.textBaseline = "middle";
    g.font = `11.5px ${this.sans}`;
    const low = this.left;
    const high = this.left + this.room / pitch;
    this.paintGrid(g, low, high);

    const active = this.hovered || this.selected;
    const near = new Set();
    let producers = [];
    let consumers = [];
    if (active && active.op) {
      producers = this.producers(active).filter((item) => this.inView(item.op, item.k));
      consumers = this.consumers(active).filter((item) => this.inView(item.op, item.k));
      for (const item of [active, ...producers, ...consumers]) near.add(`${item.op.id}/${item.k}`);
    } else if (active) {
      for (const item of this.around(active)) near.add(`${item.op.id}/${item.k}`);
    }

    g.save();
    g.beginPath();
    g.rect(gutter, 0, this.room + 6, height);
    g.clip();
    this.each(low, high, (item) => {
      const y = TOP + this.unitRow.get(item.op.unit) * ROW;
      const x = this.x(item.t);
      const w = Math.max(1, item.op.duration * pitch - (pitch > 3 ? 1 : 0));
      const [fill, ink] = this.tone(item.op, item.k);
      const lit = !active || near.has(`${item.op.id}/${item.k}`);
      g.globalAlpha = lit ? 1 : 0.28;
      g.fillStyle = fill;
      this.box(g, x, y + 3, w, ROW - 6, Math.min(2.5, w / 3));
      const label = item.op.result || item.op.id;
      if (w > 12) this.label(g, label, w > 150 ? item.op.text : label, x, y + ROW / 2, w, ink);
    });
    if (this.showStorage) {
      this.eachValue(low, high, (held) => {
        const y = this.storageTop + this.placeRow.get(held.value.place) * PLACE_ROW;
        const x = this.x(held.t);
        const w = Math.max(1, (held.value.end - held.value.start + 1) * pitch - (pitch > 3 ? 1 : 0));
        const [fill, ink] = this.tone({ block: held.value.block, unit: "" }, held.k);
        g.globalAlpha = !active || this.sameValue(active, held) ? 1 : 0.28;
        g.fillStyle = fill;
        this.box(g, x, y + 3, w, PLACE_ROW - 6, 1.5);
        if (w > 26) {
          g.font = `9.5px ${this.sans}`;
          const wide = g.measureText(held.value.name).width;
          if (wide + 8 < w) {
            const from = Math.max(x, gutter) + 4;
            g.fillStyle = fill;
            g.fillRect(from - 4, y + 1, wide + 8, PLACE_ROW - 2);
            g.fillStyle = ink;
            g.textAlign = "left";
            g.fillText(held.value.name, from, y + PLACE_ROW / 2 + 0.5);
          }
          g.font = `11.5px ${this.sans}`;
        }
      });
    }
    g.globalAlpha = 1;
    if (active && active.op) this.paintRelations(g, active, producers, consumers);
    g.restore();
  }

  box(g, x, y, w, h, r) {
    g.beginPath();
    if (r > 0.6 && g.roundRect) g.roundRect(x, y, w, h, r);
    else g.rect(x, y, w, h);
    g.fill();
  }

  label(g, short, long, x, y, w, ink) {
    for (const words of [long, short]) {
      const wide = g.measureText(words).width;
      if (wide + 4 > w) continue;
      g.fillStyle = ink;
      g.textAlign = "center";
      const from = Math.max(x, this.gutter);
      const to = Math.min(x + w, this.width - 6);
      const middle = to - from > wide + 4 ? (from + to) / 2 : x + w / 2;
      g.fillText(words, middle, y + 0.5);
      return;
    }
  }

  paintGrid(g, low, high) {
    const { colour, gutter, pitch, width } = this;
    const bottom = this.height - 8;
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find((s) => s * pitch >= 30) || 10000;
    g.lineWidth = 1;
    const line = (x, from, to) => {
      g.beginPath();
      g.moveTo(Math.round(x) + 0.5, from);
      g.lineTo(Math.round(x) + 0.5, to);
      g.stroke();
    };
    g.strokeStyle = colour.faint;
    g.textAlign = "center";
    const every = pitch >= 9 ? 1 : step;
    for (let t = Math.ceil(low / every) * every; t <= high; t += every) line(this.x(t), TOP, bottom);
    g.fillStyle = colour.soft;
    for (let t = Math.ceil(low / step) * step; t < high; t += step) {
      const x = this.x(t) + (pitch >= 20 ? pitch / 2 : 0);
      if (x > gutter + 4 && x < width - 12) g.fillText(String(t), x, 12);
    }
    // Where iterations begin, or, in the run, where blocks do.
    g.strokeStyle = colour.soft;
    g.setLineDash([2, 3]);
    if (this.view !== "run") {
      const { interval } = this.loop;
      for (let t = Math.ceil(low / interval) * interval; t <= high; t += interval) line(this.x(t), 20, bottom);
    } else {
      for (const { start } of [...this.runs.values()].flat()) if (start > low && start < high) line(this.x(start), 20, bottom);
    }
    g.setLineDash([]);
    g.strokeStyle = colour.faint;
    g.textAlign = "right";
    const rows = (names, top, size, font, offset) => {
      g.font = font;
      names.forEach((name, row) => {
        const y = top + row * size;
        g.fillStyle = offset && !this.primary.has(name) ? colour.ink : offset ? colour.accent : colour.soft;
        let words = name;
        while (words.length > 3 && g.measureText(words).width > gutter - 10) words = `${words.slice(0, -2)}…`;
        g.fillText(words, gutter - 8, y + size / 2 + 0.5);
        g.beginPath();
        g.moveTo(gutter, Math.round(y + size) + 0.5);
        g.lineTo(width, Math.round(y + size) + 0.5);
        g.stroke();
      });
    };
    rows(this.units, TOP, ROW, `600 12px ${this.sans}`, true);
    if (this.showStorage) rows(this.places, this.storageTop, PLACE_ROW, `10px ${this.sans}`, false);
    g.font = `11.5px ${this.sans}`;
  }

  paintRelations(g, active, producers, consumers) {
    const { colour, pitch } = this;
    const middle = (item) => TOP + this.unitRow.get(item.op.unit) * ROW + ROW / 2;
    const frame = (item, stroke) => {
      g.strokeStyle = stroke;
      g.lineWidth = 2;
      g.strokeRect(this.x(item.t) - 0.5, middle(item) - ROW / 2 + 2, Math.max(3, item.op.duration * pitch), ROW - 4);
    };
    const curve = (from, to, stroke) => {
      const x0 = this.x(from.t + from.op.latency);
      const x1 = this.x(to.t);
      const y0 = middle(from);
      const y1 = middle(to);
      g.strokeStyle = stroke;
      g.lineWidth = 1.5;
      g.beginPath();
      g.moveTo(this.x(from.t) + from.op.duration * pitch, y0);
      g.lineTo(x0, y0);
      if (Math.abs(x1 - x0) < 6) g.lineTo(x1, y1);
      else if (Math.abs(y0 - y1) < 1 && x1 - x0 > 2) g.bezierCurveTo(x0 + (x1 - x0) * 0.3, y0 - 20, x1 - (x1 - x0) * 0.3, y1 - 20, x1, y1);
      else {
        const bend = Math.max(8, Math.min(60, Math.abs(x1 - x0) / 2));
        g.bezierCurveTo(x0 + bend, y0, x1 - bend, y1, x1, y1);
      }
      g.stroke();
      g.fillStyle = stroke;
      g.beginPath();
      g.arc(x1, y1, 3, 0, 7);
      g.fill();
    };
    for (const item of producers) frame(item, colour.ink);
    for (const item of consumers) frame(item, colour.warn);
    for (const item of producers) curve(item, active, colour.ink);
    for (const item of consumers) curve(active, item, colour.warn);
    frame(active, colour.ink);
  }

  paintOverview() {
    const ratio = window.devicePixelRatio || 1;
    const g = this.overview.getContext("2d");
    const width = this.overview.clientWidth;
    const height = this.overview.clientHeight;
    const { colour } = this;
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.clearRect(0, 0, width, height);
    const [low, high] = this.extent;
    const scale = this.room / (high - low);
    const top = 4;
    const tall = height - 8;
    g.fillStyle = colour.faint;
    g.fillRect(this.gutter, top, this.room, tall);
    g.fillStyle = colour.accent;
    for (let pixel = 0; pixel < this.room; pixel++) {
      const from = Math.floor(pixel / scale);
      const to = Math.max(from + 1, Math.floor((pixel + 1) / scale));
      let sum = 0;
      for (let cycle = from; cycle < Math.min(to, this.busy.length); cycle++) sum += Math.min(1, this.busy[cycle]);
      const share = sum / (to - from);
      g.globalAlpha = 0.75;
      g.fillRect(this.gutter + pixel, top + tall * (1 - share), 1, tall * share);
    }
    g.globalAlpha = 1;
    const x0 = this.gutter + (this.left - low) * scale;
    const w = (this.room / this.pitch) * scale;
    if (w < this.room - 1) {
      g.fillStyle = colour.paper;
      g.globalAlpha = 0.72;
      g.fillRect(this.gutter, top, x0 - this.gutter, tall);
      g.fillRect(x0 + w, top, this.gutter + this.room - x0 - w, tall);
      g.globalAlpha = 1;
      g.strokeStyle = colour.ink;
      g.lineWidth = 1.5;
      g.strokeRect(x0, top - 2, Math.max(3, w), tall + 4);
    }
    g.font = `10.5px ${this.sans}`;
    g.textAlign = "right";
    g.textBaseline = "middle";
    g.fillStyle = colour.soft;
    g.fillText("busy", this.gutter - 8, height / 2);
  }

  // -- what is under the pointer -------------------------------------------------------------------------------

  at(x, y) {
    if (x < this.gutter) return null;
    const t = this.left + (x - this.gutter) / this.pitch;
    const slack = 2 / this.pitch;
    let found = null;
    const row = Math.floor((y - TOP) / ROW);
    if (row >= 0 && row < this.units.length) {
      this.each(t - slack, t + slack, (item) => {
        if (this.unitRow.get(item.op.unit) !== row) return;
        const inside = t >= item.t && t < item.t + item.op.duration;
        if (inside || !found) found = item;
      });
    } else if (this.showStorage && y >= this.storageTop) {
      const place = this.places[Math.floor((y - this.storageTop) / PLACE_ROW)];
      this.eachValue(t, t + slack, (held) => {
        if (held.value.place === place) found = held;
      });
    }
    return found;
  }

  // The operation that makes a held value, and those that read it from there.
  around(held) {
    const found = [];
    const { value, k } = held;
    for (const op of this.opsOf.get(value.block)) if ((op.result || op.id) === value.name) found.push({ op, k, t: this.time(op, k) });
    for (const maker of [...found]) found.push(...this.consumers(maker).filter((item) => this.inView(item.op, item.k)));
    return found;
  }

  sameValue(active, held) {
    if (active.value) return active.value === held.value && active.k === held.k;
    const made = (item) => item.op.block === held.value.block && (item.op.result || item.op.id) === held.value.name && item.k === held.k;
    return made(active) || this.producers(active).some(made);
  }

  where(item) {
    const unit = item.op.unit;
    const last = item.t + item.op.duration - 1;
    const cycles = last > item.t ? `cycles ${item.t} to ${last}` : `cycle ${item.t}`;
    const block = this.blocks.get(item.op.block);
    let pass = "";
    if (this.view === "steady" && item.k) pass = `, ${Math.abs(item.k)} iteration${Math.abs(item.k) > 1 ? "s" : ""} ${item.k < 0 ? "earlier" : "later"}`;
    if (this.view === "run" && block.interval !== null) {
      const runs = this.runs.get(block.name);
      const run = this.runOf(block, item.k);
      pass = `, iteration ${item.k - run.first + 1} of ${run.count}`;
      if (runs.length > 1) pass += ` in run ${runs.indexOf(run) + 1} of ${runs.length}`;
    }
    return `${unit}, ${cycles}${pass}`;
  }

  showTip(target, x, y) {
    this.tip.hidden = !target;
    if (!target) return;
    this.tip.replaceChildren();
    if (target.op) {
      text(this.tip, "code", target.op.text);
      text(this.tip, "span", this.where(target));
    } else {
      const { value } = target;
      text(this.tip, "code", value.name);
      text(this.tip, "span", `held in ${value.place}, ${value.end - value.start + 1} cycles from ${target.t}`);
    }
    const wide = this.tip.offsetWidth;
    const left = Math.max(2, Math.min(x + 14, this.width - wide - 4));
    const above = y - this.tip.offsetHeight - 12;
    this.tip.style.left = `${left}px`;
    this.tip.style.top = `${above > 0 ? above : y + 18}px`;
  }

  describe(target) {
    this.inspect.replaceChildren();
    if (!target) {
      this.inspect.append(this.hint);
      return;
    }
    if (target.value) {
      const { value } = target;
      text(this.inspect, "h4", value.name);
      text(this.inspect, "p", `held in ${value.place} from cycle ${target.t} to ${target.t + value.end - value.start}`, "where");
      const list = this.around(target);
      if (list.length) this.chips(this.inspect, "made and read by", list);
      return;
    }
    const { op } = target;
    text(this.inspect, "h4", op.text);
    const ready = target.t + op.latency;
    const kept = this.valuesOf.get(op.block).filter((value) => value.name === (op.result || op.id)).map((value) => value.place);
    const stored = kept.length ? `, kept in ${[...new Set(kept)].join(", ")}` : "";
    text(this.inspect, "p", `${this.where(target)}; result in cycle ${ready} (latency ${op.latency})${stored}`, "where");
    const cols = text(this.inspect, "div", undefined, "cols");
    const left = text(cols, "div");
    if (op.operands.length) {
      const table = text(left, "table");
      const head = text(text(table, "thead"), "tr");
      for (const [title, css] of [["operand", ""], ["read from", ""], ["made by", ""], ["waits", "n"]]) text(head, "th", title, css).scope = "col";
      const body = text(table, "tbody");
      for (const operand of op.operands) {
        const row = text(body, "tr");
        text(row, "th", operand.name).scope = "row";
        text(row, "td", operand.source);
        const maker = operand.producer === null ? "–" : this.ops.get(operand.producer).unit;
        text(row, "td", maker + (operand.distance ? `, ${operand.distance} iteration${operand.distance > 1 ? "s" : ""} back` : ""));
        const waits = op.start - operand.ready;
        text(row, "td", operand.ready === null ? "–" : waits === 0 ? "not at all" : `${waits} cycle${waits === 1 ? "" : "s"}`, "n");
      }
    } else text(left, "p", "no operands", "where");
    const right = text(cols, "div");
    const producers = this.producers(target).filter((item) => this.inView(item.op, item.k));
    const consumers = this.consumers(target).filter((item) => this.inView(item.op, item.k));
    if (producers.length) this.chips(right, "operands come from", producers);
    if (consumers.length) this.chips(right, "result goes to", consumers);
  }

  chips(parent, title, items) {
    text(parent, "p", title, "chips-title");
    const box = text(parent, "p", undefined, "chips");
    const seen = new Set();
    for (const item of items) {
      const key = `${item.op.id}/${item.k}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const button = text(box, "button", `${item.op.result || item.op.id} · ${item.t}`);
      button.type = "button";
      button.title = item.op.text;
      button.addEventListener("click", () => {
        this.select({ op: item.op, k: item.k, t: item.t });
        this.reveal(item);
        this.canvas.focus({ preventScroll: true });
      });
    }
  }

  select(target) {
    this.selected = target;
    this.describe(target);
    if (this.pitch) this.draw();
  }

  reveal(item) {
    const margin = 40 / this.pitch;
    const span = this.room / this.pitch;
    if (item.t - margin < this.left) this.left = item.t - margin;
    if (item.t + item.op.duration + margin > this.left + span) this.left = item.t + item.op.duration + margin - span;
    this.clamp();
    this.draw();
  }

  // Next item from the selected one: along its row, or to the nearest in the next row that has any.
  step(horizontal, vertical) {
    const from = this.selected && this.selected.op ? this.selected : null;
    const [low, high] = this.extent;
    if (!from) {
      let first = null;
      this.each(this.left, high, (item) => {
        if (this.inView(item.op, item.k) && this.primary.has(item.op.unit) && item.t >= this.left && (!first || item.t < first.t)) first = item;
      });
      if (first) this.choose(first);
      return;
    }
    const row = this.unitRow.get(from.op.unit);
    let best = null;
    let distance = Infinity;
    this.each(low, high, (item) => {
      const step = this.unitRow.get(item.op.unit) - row;
      if (horizontal ? step !== 0 : step * vertical <= 0) return;
      const gap = (item.t - from.t) * (horizontal || 1);
      if (horizontal && gap <= 0) return;
      const far = horizontal ? gap : Math.abs(step) * 1e7 + Math.abs(gap);
      if (far < distance) {
        distance = far;
        best = item;
      }
    });
    if (best) this.choose(best);
  }

  choose(item) {
    this.hovered = null;
    this.showTip(null); // of what the pointer is on, which is another operation now
    this.select(item);
    this.reveal(item);
  }

  // -- events --------------------------------------------------------------------------------------------------

  listen() {
    const { canvas, figure } = this;
    for (const input of figure.querySelectorAll(".views input")) input.addEventListener("change", () => this.setView(input.value));
    const select = figure.querySelector(".loop select");
    if (select) {
      select.addEventListener("change", () => {
        this.loop = this.loops[select.selectedIndex];
        this.setView(this.view);
      });
    }
    const storage = figure.querySelector("input.storage");
    if (storage) {
      storage.addEventListener("change", () => {
        this.showStorage = storage.checked;
        this.resize();
      });
    }
    for (const button of figure.querySelectorAll(".zoom button")) {
      button.addEventListener("click", () => {
        if (button.dataset.do === "fit") this.fit();
        else this.zoom(button.dataset.do === "in" ? 1.6 : 1 / 1.6);
      });
    }

    const pointers = new Map();
    let moved = 0;
    const position = (event) => {
      const frame = canvas.getBoundingClientRect();
      return [event.clientX - frame.left, event.clientY - frame.top];
    };
    canvas.addEventListener("pointerdown", (event) => {
      pointers.set(event.pointerId, position(event));
      canvas.setPointerCapture(event.pointerId);
      moved = 0;
    });
    canvas.addEventListener("pointermove", (event) => {
      const [x, y] = position(event);
      const before = pointers.get(event.pointerId);
      if (before) {
        moved += Math.abs(x - before[0]) + Math.abs(y - before[1]);
        if (pointers.size === 2) {
          const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
          const was = Math.abs(before[0] - other[0]);
          const is = Math.abs(x - other[0]);
          if (was > 8 && is > 8) this.zoom(is / was, (x + other[0]) / 2);
        } else if (moved > 3) this.pan(before[0] - x);
        pointers.set(event.pointerId, [x, y]);
        if (moved > 3) this.showTip(null);
        return;
      }
      const target = this.at(x, y);
      canvas.classList.toggle("over", target !== null);
      this.hover(target);
      this.showTip(target, x, y);
    });
    const up = (event) => {
      if (!pointers.delete(event.pointerId)) return;
      if (event.type === "pointerup" && moved <= 6 && !pointers.size) {
        this.hovered = null;
        this.select(this.at(...position(event)));
      }
    };
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);
    canvas.addEventListener("pointerleave", () => {
      this.showTip(null);
      this.hover(null);
    });
    canvas.addEventListener(
      "wheel",
      (event) => {
        const [x] = position(event);
        const sideways = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX;
        if (event.ctrlKey || event.metaKey) {
          event.preventDefault();
          this.zoom(Math.exp(-event.deltaY * (event.ctrlKey && Math.abs(event.deltaY) < 40 ? 0.012 : 0.0022)), x);
        } else if (Math.abs(sideways) > Math.abs(event.deltaY) || event.shiftKey) {
          event.preventDefault();
          this.pan(sideways);
        }
      },
      { passive: false },
    );
    canvas.addEventListener("keydown", (event) => {
      const { key, shiftKey } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (key === "+" || key === "=") this.zoom(1.5);
      else if (key === "-" || key === "_") this.zoom(1 / 1.5);
      else if (key === "0" || key === "Home") this.fit();
      else if (key === "ArrowLeft") shiftKey ? this.pan(-80) : this.step(-1, 0);
      else if (key === "ArrowRight") shiftKey ? this.pan(80) : this.step(1, 0);
      else if (key === "ArrowUp") this.step(0, -1);
      else if (key === "ArrowDown") this.step(0, 1);
      else if (key === "Escape") this.select(null);
      else return;
      event.preventDefault();
    });

    let holding = false;
    const seek = (event) => {
      const frame = this.overview.getBoundingClientRect();
      const share = (event.clientX - frame.left - this.gutter) / this.room;
      const [low, high] = this.extent;
      this.left = low + share * (high - low) - this.room / this.pitch / 2;
      this.clamp();
      this.draw();
    };
    this.overview.addEventListener("pointerdown", (event) => {
      holding = true;
      this.overview.setPointerCapture(event.pointerId);
      seek(event);
    });
    this.overview.addEventListener("pointermove", (event) => holding && seek(event));
    for (const name of ["pointerup", "pointercancel"]) this.overview.addEventListener(name, () => (holding = false));

    addEventListener("themechange", () => {
      this.readColours();
      this.paint();
      this.paintOverview();
    });
  }

  hover(target) {
    const same = (a, b) => a === b || (a && b && a.op === b.op && a.value === b.value && a.k === b.k);
    if (same(target, this.hovered)) return;
    this.hovered = target;
    this.describe(target || this.selected);
    this.draw();
  }
}
