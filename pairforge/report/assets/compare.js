// Two designs side by side: figures with their ratio, what is set differently, schedules, area unit by unit.
class Compare {
  constructor(section, model) {
    this.model = model;
    this.title = section.querySelector("h2");
    this.form = section.querySelector("form");
    this.body = section.querySelector(".compare-body");
    this.form.hidden = false;
    for (const name of ["left", "right"]) {
      const select = this.form[name];
      text(select, "option", "choose…").value = "";
      for (const entry of model.built) text(select, "option", entry.label).value = String(entry.index);
      select.addEventListener("change", () => model.compare(...["left", "right"].map((each) => this.chosen(each))));
    }
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.querySelector('[data-do="swap"]').addEventListener("click", () => model.compare(model.pair[1], model.pair[0]));
    model.addEventListener("change", ({ detail }) => detail === "pair" && this.show());
  }

  chosen(name) {
    const { value } = this.form[name];
    return value === "" ? null : Number(value);
  }

  async show() {
    const { model, body, form } = this;
    const pair = [...model.pair];
    form.left.value = pair[0] ?? "";
    form.right.value = pair[1] ?? "";
    body.replaceChildren();
    delete body.dataset.shown;
    if (pair.includes(null)) {
      text(body, "p", pair.every((index) => index === null) ? "Choose two designs, here or in the table." : "Choose a second design.", "lead-in");
      return;
    }
    const entries = pair.map((index) => model.entries[index]);
    const still = () => model.pair.every((index, side) => index === pair[side]);
    this.figures(entries);
    this.differences(entries);
    const areas = await Promise.all(entries.map((entry) => (entry.area ? model.unpack(entry.area) : null)));
    if (!still()) return;
    if (areas.every((area) => area !== null)) this.area(entries, areas.map((area) => area.rows));
    const most = Math.max(...entries.map((entry) => entry.stages.length));
    for (let stage = 0; stage < most; stage++) {
      const duo = text(body, "div", undefined, "duo");
      for (const [place, entry] of entries.entries()) {
        const side = text(duo, "div");
        text(side, "p", entry.label, "side");
        if (entry.stages[stage]) await showStage(side, model, entry.stages[stage], ["left design", "right design"][place]);
        else text(side, "p", stage ? "No such stage." : "Schedule and datapath were not stored.", "lead-in");
        if (!still()) return;
      }
    }
    body.dataset.shown = pair.join(" ");
  }

  table(title, entries, last, parent = this.body) {
    if (parent === this.body) text(parent, "h3", title);
    const scroll = text(parent, "div", undefined, "scroll");
    scroll.tabIndex = 0;
    scroll.setAttribute("role", "group");
    scroll.setAttribute("aria-label", `${title}, scrollable`);
    const table = text(scroll, "table", undefined, "sides");
    text(table, "caption", title);
    const head = text(text(table, "thead"), "tr");
    text(head, "th", "what").scope = "col";
    for (const entry of entries) text(head, "th", entry.label, "n").scope = "col";
    if (last) text(head, "th", last, "n").scope = "col";
    return text(table, "tbody");
  }

  figures(entries) {
    const { model } = this;
    const body = this.table("Figures", entries, "right ÷ left");
    for (const axis of model.axes) {
      const values = entries.map((entry) => model.value(entry, axis.name));
      if (values.every((value) => value === null)) continue;
      const row = text(body, "tr");
      const name = text(row, "th", axis.title);
      name.scope = "row";
      text(name, "span", axis.unit, "path");
      const comparable = values.every((value) => value !== null);
      values.forEach((value, side) => {
        const better = comparable && value !== values[1 - side] && value < values[1 - side] !== axis.more;
        const cell = text(row, "td", undefined, "n");
        text(cell, better ? "strong" : "span", shown(value));
        if (better) text(cell, "span", " better", "better");
      });
      text(row, "td", comparable && values[0] ? `${(values[1] / values[0]).toFixed(2)}×` : "–", "n");
    }
  }

  differences(entries) {
    const names = [...new Set(entries.flatMap((entry) => Object.keys({ ...entry.configuration, ...entry.settings })))];
    const value = (entry, name) => entry.configuration[name] ?? entry.settings[name] ?? "–";
    const own = [["pairing", entries.map((entry) => entry.pairing)], ["target", entries.map((entry) => entry.target)]];
    const rows = [...own, ...names.map((name) => [name, entries.map((entry) => value(entry, name))])].filter(([, [a, b]]) => a !== b);
    if (!rows.length) {
      text(this.body, "h3", "Configuration");
      const known = entries.every((entry) => Object.keys({ ...entry.configuration, ...entry.settings }).length);
      const said = known ? "The two are set alike." : "How they are set was not stored with both of them.";
      text(this.body, "p", said, "lead-in");
      return;
    }
    // Keys that only one of the two has are folded away: other machines have others.
    const alone = ([, values]) => values.includes("–");
    this.settings(this.body, rows.filter((row) => !alone(row)), entries);
    const rest = rows.filter(alone);
    if (!rest.length) return;
    const box = text(this.body, "details");
    text(box, "summary", `${rest.length} keys that only one of them has`);
    this.settings(box, rest, entries);
  }

  settings(parent, rows, entries) {
    const plain = parent === this.body;
    const title = plain ? `Configuration: ${rows.length} difference${rows.length === 1 ? "" : "s"}` : "Keys that only one has";
    const body = this.table(title, entries, undefined, parent);
    for (const [name, values] of rows) {
      const row = text(body, "tr");
      text(row, "th", name).scope = "row";
      for (const each of values) text(row, "td", each, "n");
    }
  }

  area(entries, rows) {
    const name = (row) => `${row.stage ? `${row.stage}: ` : ""}${row.name}`;
    const sums = rows.map((own) => {
      const found = new Map();
      for (const row of own) found.set(name(row), (found.get(name(row)) ?? 0) + row.lut);
      return found;
    });
    const most = Math.max(...sums.flatMap((sum) => [...sum.values()]), 1);
    const body = this.table("Look-up tables by unit", entries, "right − left");
    const size = (unit) => Math.max(...sums.map((sum) => sum.get(unit) ?? 0));
    const units = [...new Set(sums.flatMap((sum) => [...sum.keys()]))].sort((a, b) => size(b) - size(a));
    for (const unit of units) {
      const row = text(body, "tr");
      text(row, "th", unit).scope = "row";
      const values = sums.map((sum) => sum.get(unit) ?? 0);
      for (const value of values) {
        const cell = text(row, "td", shown(value), "n");
        const bar = text(cell, "span", undefined, "hbar");
        bar.setAttribute("aria-hidden", "true");
        text(bar, "i").style.width = `${(100 * value) / most}%`;
      }
      const more = values[1] - values[0];
      text(row, "td", `${more > 0 ? "+" : ""}${shown(more)}`, "n");
    }
  }
}
