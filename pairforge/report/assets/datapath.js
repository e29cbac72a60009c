// The datapath: pointing at a box, or focusing it, lights up its signals and says what they are.
function startDatapath(figure) {
  const svg = figure.querySelector("svg.dp");
  const trace = figure.querySelector(".trace");
  const nodes = new Map([...svg.querySelectorAll(".node")].map((node) => [node.dataset.id, node]));
  const wires = [...svg.querySelectorAll(".wire")];
  const dots = [...svg.querySelectorAll(".dot")];
  let pinned = null;

  const title = (id) => nodes.get(id).getAttribute("aria-label");
  const name = (id) => (nodes.get(id).classList.contains("network") ? id : nodes.get(id).querySelector("text").textContent);
  const list = (ids) => [...new Set(ids)].map(name).join(", ");

  function show(id) {
    svg.classList.toggle("tracing", id !== null);
    for (const element of svg.querySelectorAll(".on, .in, .out, .self")) {
      element.classList.remove("on", "in", "out", "self");
    }
    if (id === null) {
      trace.textContent = trace.dataset.hint;
      return;
    }
    const reads = [];
    const feeds = [];
    nodes.get(id).classList.add("on", "self");
    for (const wire of wires) {
      const { from, to } = wire.dataset;
      if (to === id) {
        wire.classList.add("on", "in");
        reads.push(from);
        nodes.get(from).classList.add("on");
      }
      if (from === id) {
        wire.classList.add("on", "out");
        feeds.push(to);
        nodes.get(to).classList.add("on");
      }
      if (from === id || to === id) wire.parentNode.insertBefore(wire, dots[0] || nodes.values().next().value);
    }
    for (const dot of dots) if (dot.dataset.from === id) dot.classList.add("on");
    trace.replaceChildren();
    const bold = document.createElement("b");
    bold.textContent = title(id);
    trace.append(bold);
    for (const [kind, word, ids] of [["reads", "reads", reads], ["feeds", "feeds", feeds]]) {
      if (!ids.length) continue;
      const span = document.createElement("span");
      span.className = kind;
      span.textContent = `${word} `;
      trace.append(" · ", span, list(ids));
    }
  }

  for (const [id, node] of nodes) {
    node.addEventListener("pointerenter", () => show(id));
    node.addEventListener("pointerleave", () => show(pinned));
    node.addEventListener("focus", () => show(id));
    node.addEventListener("blur", () => show(pinned));
    node.addEventListener("click", () => {
      pinned = pinned === id ? null : id;
      show(pinned);
    });
    node.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        pinned = null;
        show(null);
      }
    });
  }
}
