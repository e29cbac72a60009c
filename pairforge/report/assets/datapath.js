// The datapath: pointing at a box, or focusing it, lights up its signals and says what they are.
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

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

  // The nearest box in a direction, straight ahead before sideways.
  function beside(node, [dx, dy]) {
    const centre = (element) => {
      const box = element.querySelector(".box").getBBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = centre(node);
    let best = null;
    let least = Infinity;
    for (const other of nodes.values()) {
      const [ox, oy] = centre(other);
      const ahead = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (ahead < 4 || ahead + 2 * aside >= least) continue;
      least = ahead + 2 * aside;
      best = other;
    }
    return best;
  }

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
    node.addEventListener("focus", () => {
      for (const other of nodes.values()) other.setAttribute("tabindex", "-1");
      node.setAttribute("tabindex", "0");
      show(id);
    });
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
      const next = event.key in DIRECTIONS ? beside(node, DIRECTIONS[event.key]) : null;
      if (next) {
        event.preventDefault();
        next.focus();
      }
    });
  }
}
