// Filters: a box for each value of what differs between designs, or a range where there are many values.
const FEW = 12;

class Filters {
  constructor(section, model) {
    this.model = model;
    this.box = section.querySelector(".filters");
    this.form = section.querySelector(".filter-form");
    this.count = section.querySelector(".filter-count");
    this.parts = [];
    for (const name of model.facts()) {
      const values = model.values(name);
      if (values.length < 2) continue;
      if (values.length > FEW && values.every((value) => value.trim() !== "" && Number.isFinite(Number(value)))) this.range(name, values.map(Number));
      else if (values.length <= 3 * FEW) this.choice(name, values);
    }
    if (!this.parts.length) return;
    this.box.hidden = false;
    const reset = text(this.form, "button", "All designs");
    reset.type = "reset";
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("input", () => this.apply());
    this.form.addEventListener("reset", () => setTimeout(() => this.apply()));
    this.apply();
  }

  field(name) {
    const field = text(this.form, "fieldset");
    text(field, "legend", name);
    return field;
  }

  choice(name, values) {
    const field = this.field(name);
    const boxes = values.map((value) => {
      const label = text(field, "label", undefined, "check");
      const box = text(label, "input");
      box.type = "checkbox";
      box.checked = true;
      box.setAttribute("checked", "");
      label.append(value);
      return [value, box];
    });
    this.parts.push((entry) => {
      const value = this.model.fact(entry, name);
      const box = boxes.find(([each]) => each === value)?.[1];
      return box ? box.checked : boxes.some(([, each]) => each.checked);
    });
  }

  range(name, values) {
    const field = this.field(name);
    const limits = [Math.min(...values), Math.max(...values)];
    const inputs = ["from", "to"].map((word, end) => {
      const label = text(field, "label", `${word} `);
      const input = text(label, "input");
      Object.assign(input, { type: "number", min: limits[0], max: limits[1], step: "any", placeholder: String(limits[end]) });
      return input;
    });
    this.parts.push((entry) => {
      const value = this.model.fact(entry, name);
      if (value === null) return true;
      const [low, high] = inputs.map((input, end) => (input.value === "" ? limits[end] : Number(input.value)));
      return Number(value) >= low && Number(value) <= high;
    });
  }

  apply() {
    const passing = this.model.built.filter((entry) => this.parts.every((part) => part(entry)));
    this.count.textContent = `${passing.length} of ${this.model.built.length} designs`;
    this.model.setPassing(new Set(passing.map((entry) => entry.index)));
  }
}
