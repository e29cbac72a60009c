// The table of designs: its heads sort, its rows follow filters and selection, its boxes choose two to compare.
class DesignTable {
  constructor(section, model, map) {
    this.model = model;
    this.map = map;
    this.table = section.querySelector("table.designs");
    this.body = this.table.tBodies[0];
    this.rows = [...this.body.rows];
    this.note = text(section, "p", undefined, "hint");
    this.note.setAttribute("role", "status");
    section.querySelector(".scroll").after(this.note);
    this.sorted = null;
    for (const head of this.table.querySelectorAll("th[data-column]")) this.sortable(head);
    for (const row of this.rows) this.listen(row);
    model.addEventListener("change", ({ detail }) => (detail === "near" ? this.light() : this.update()));
    this.update();
  }

  entry(row) {
    return this.model.entries[Number(row.dataset.entry)];
  }

  sortable(head) {
    const title = head.textContent;
    head.textContent = "";
    const button = text(head, "button", title, "sort");
    button.type = "button";
    button.addEventListener("click", () => {
      const down = this.sorted?.head === head && this.sorted.direction === "ascending";
      this.sort(head, down ? "descending" : "ascending");
    });
  }

  sort(head, direction) {
    const name = head.dataset.column;
    const order = new Intl.Collator("en", { numeric: true });
    const isFigure = this.model.axis(name) !== undefined;
    const key = (row) => (isFigure ? this.model.value(this.entry(row), name) : this.model.fact(this.entry(row), name));
    const sign = direction === "ascending" ? 1 : -1;
    const sorted = [...this.rows].sort((one, other) => {
      const [a, b] = [key(one), key(other)];
      if (a === null || b === null) return (a === null) - (b === null);
      return sign * (isFigure ? a - b : order.compare(a, b));
    });
    this.sorted?.head.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", direction);
    this.sorted = { head, direction };
    this.body.append(...sorted);
  }

  listen(row) {
    const { model } = this;
    const entry = this.entry(row);
    row.querySelector("button.open").addEventListener("click", () => model.show(entry.index));
    row.querySelector("input").addEventListener("change", () => model.toggle(entry.index));
    row.addEventListener("pointerenter", () => model.point(entry));
    row.addEventListener("pointerleave", () => model.point(null));
  }

  update() {
    const { model, map } = this;
    let count = 0;
    for (const row of this.rows) {
      const entry = this.entry(row);
      const wanted = model.passing.has(entry.index) && (!model.range || model.inRange(entry, map.x, map.y));
      row.hidden = !wanted;
      if (wanted) count++;
      row.classList.toggle("open", model.open === entry.index);
      row.querySelector("input").checked = model.pair.includes(entry.index);
    }
    const why = model.range ? "selected on the map" : "passing the filters";
    this.note.textContent = count === this.rows.length ? `${count} designs` : `${count} of ${this.rows.length} designs, ${why}`;
    this.light();
  }

  light() {
    for (const row of this.rows) row.classList.toggle("near", this.model.near === this.entry(row));
  }
}
