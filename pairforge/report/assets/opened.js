// One design: its figures, what was set, its stages with schedule and datapath, its area. The same pieces stand
// in the comparison.
let copies = 0;

// The stored HTML of a fragment, with names of its own so that it may stand in the page more than once.
function unfold(parent, html) {
  const key = `copy${copies++}`;
  const template = document.createElement("template");
  template.innerHTML = html.replaceAll("<key>", key);
  parent.append(template.content);
}

// A stage, as a landmark whose name says whose it is.
async function showStage(parent, model, name, whose) {
  const { stage, html } = await model.unpack(name);
  unfold(parent, html);
  const section = parent.lastElementChild;
  section.removeAttribute("aria-labelledby");
  section.setAttribute("aria-label", `${whose}: ${section.querySelector("h2").textContent}`);
  for (const figure of section.querySelectorAll("figure.schedule")) new Schedule(figure, stage);
  for (const figure of section.querySelectorAll("figure.datapath")) startDatapath(figure);
  return section;
}

function facts(parent, pairs) {
  const list = text(parent, "dl", undefined, "facts");
  for (const [name, value] of pairs) {
    if (value === null || value === "" || value === undefined) continue;
    const pair = text(list, "div");
    text(pair, "dt", name);
    text(pair, "dd", value);
  }
}

function command(parent, words) {
  const box = text(parent, "div", undefined, "command");
  text(box, "code", words);
  const button = text(box, "button", "Copy", "copy");
  button.type = "button";
  button.hidden = true;
  readable(box);
}

function settingsTable(parent, entry) {
  const names = Object.keys(entry.configuration);
  if (!names.length) return;
  const box = text(parent, "details");
  text(box, "summary", `The configuration: ${names.length} keys`);
  const scroll = text(box, "div", undefined, "scroll");
  scroll.tabIndex = 0;
  scroll.setAttribute("role", "group");
  scroll.setAttribute("aria-label", "Configuration, scrollable");
  const table = text(scroll, "table");
  text(table, "caption", `Configuration of ${entry.name}`);
  const head = text(text(table, "thead"), "tr");
  for (const title of ["key", "value"]) text(head, "th", title).scope = "col";
  const body = text(table, "tbody");
  for (const name of names) {
    const row = text(body, "tr");
    text(row, "th", name).scope = "row";
    text(row, "td", entry.configuration[name]);
  }
}

class Opened {
  constructor(section, model) {
    this.model = model;
    this.title = section.querySelector("h2");
    this.body = section.querySelector(".opened-body");
    model.addEventListener("change", ({ detail }) => detail === "open" && this.show());
  }

  async show() {
    const { model, body } = this;
    const entry = model.entries[model.open];
    this.title.textContent = entry.name;
    body.replaceChildren();
    const settings = Object.entries(entry.settings).map((pair) => pair.join(" = ")).join(", ");
    facts(body, [["settings", settings], ["pairing", entry.pairing], ["target", entry.target], ["from", entry.origin]]);
    if (entry.note) text(body, "p", `${entry.note}.`, "lead-in");
    const cards = text(body, "dl", undefined, "figures");
    for (const axis of model.axes) {
      if (!entry.figures[axis.name]) continue;
      const [value, kind] = entry.figures[axis.name];
      const card = text(cards, "div", undefined, "figure");
      text(card, "dt", axis.title);
      const line = text(card, "dd");
      text(line, "span", shown(value), "value");
      line.append(" ");
      text(line, "span", axis.unit, "unit");
      text(text(card, "dd", undefined, "note"), "span", kind, `kind ${kind}`);
    }
    command(body, entry.command);
    const tools = text(body, "p", undefined, "actions");
    for (const [side, word] of [[0, "left"], [1, "right"]]) {
      const button = text(tools, "button", `Compare, on the ${word}`);
      button.type = "button";
      button.addEventListener("click", () => model.compare(...(side ? [model.pair[0], entry.index] : [entry.index, model.pair[1]])));
    }
    settingsTable(body, entry);
    if (!entry.stages.length) text(body, "p", "Schedule and datapath of this design were not stored.", "lead-in");
    this.title.focus({ preventScroll: true });
    this.title.scrollIntoView();
    for (const name of entry.stages) {
      await showStage(body, model, name, "opened design");
      if (model.open !== entry.index) return; // another one was opened meanwhile
    }
    if (entry.area) {
      const { html } = await model.unpack(entry.area);
      if (model.open !== entry.index) return;
      const section = text(body, "section");
      text(section, "h2", "Area by unit");
      unfold(section, html);
    }
    body.dataset.shown = String(entry.index);
  }
}
