// What the parts of the page share: the designs, which of them pass the filters, which are selected on the map,
// which is open and which two are compared. Parts listen to "change" and redraw themselves.

class Model extends EventTarget {
  constructor(data, blobs) {
    super();
    this.axes = data.axes;
    this.keys = data.keys;
    this.entries = data.entries.map((entry, index) => ({ ...entry, index }));
    this.built = this.entries.filter((entry) => entry.error === null);
    this.priorWork = data.prior_work.map((work, index) => ({ ...work, index, published: true }));
    this.blobs = blobs;
    this.passing = new Set(this.built.map((entry) => entry.index));
    this.range = null; // { x: [low, high], y: [low, high] } in figures, on the axes in use
    this.open = null;
    this.pair = [null, null];
    this.near = null; // the design pointed at, in the table or on the map
  }

  changed(what) {
    this.dispatchEvent(new CustomEvent("change", { detail: what }));
  }

  axis(name) {
    return this.axes.find((axis) => axis.name === name);
  }

  value(design, name) {
    const figure = design.figures[name];
    return figure ? figure[0] : null;
  }

  // A setting, or a fact about the design under the same kind of name.
  fact(design, name) {
    if (name === "design") return design.name;
    if (name === "pairing" || name === "target" || name === "origin") return design[name];
    return design.settings[name] ?? design.configuration[name] ?? null;
  }

  facts() {
    return ["design", "pairing", "target", "origin", ...this.keys];
  }

  // The different values of a fact, in their natural order.
  values(name) {
    const found = new Set(this.built.map((entry) => this.fact(entry, name)).filter((value) => value !== null));
    return [...found].sort(new Intl.Collator("en", { numeric: true }).compare);
  }

  inRange(design, x, y) {
    if (!this.range) return false;
    const [a, b] = [this.value(design, x), this.value(design, y)];
    const { x: across, y: up } = this.range;
    return a !== null && b !== null && a >= across[0] && a <= across[1] && b >= up[0] && b <= up[1];
  }

  // The settings that tell a design from its like, short enough for a mark.
  brief(design) {
    if (design.published) return `${design.name}, ${design.device}`;
    const own = this.keys.filter((key) => design.settings[key] !== undefined);
    const settings = own.map((key) => `${key.split(".").slice(-2).join(".")} ${design.settings[key]}`).join(", ");
    const several = new Set(this.built.map((entry) => entry.name)).size > 1;
    const target = new Set(this.built.map((entry) => entry.target)).size > 1 ? ` on ${design.target}` : "";
    return (several || !settings ? `${design.name}${settings ? `, ${settings}` : ""}` : settings) + target;
  }

  setRange(range) {
    this.range = range;
    this.changed("range");
  }

  setPassing(passing) {
    this.passing = passing;
    this.changed("passing");
  }

  point(design) {
    if (this.near === design) return;
    this.near = design;
    this.changed("near");
  }

  show(index) {
    this.open = index;
    this.changed("open");
  }

  compare(left, right) {
    this.pair = [left, right];
    this.changed("pair");
  }

  // Take a design into the comparison or out of it; a third one takes the place of the second.
  toggle(index) {
    const [left, right] = this.pair;
    if (left === index) this.compare(right, null);
    else if (right === index) this.compare(left, null);
    else if (left === null) this.compare(index, right);
    else this.compare(left, index);
  }

  // What is stored under a name: packed as base64 of deflated JSON.
  async unpack(name) {
    this.unpacked ??= new Map();
    if (!this.unpacked.has(name)) {
      const bytes = Uint8Array.from(atob(this.blobs[name]), (letter) => letter.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
      this.unpacked.set(name, JSON.parse(await new Response(stream).text()));
    }
    return this.unpacked.get(name);
  }
}
