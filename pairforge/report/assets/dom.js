// Small helpers to make elements. Text is always set as text, never as markup.
const SVG = document.querySelector("svg")?.namespaceURI; // that of the pictures which stand in the page already

function text(parent, tag, content, className) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (content !== undefined) element.textContent = content;
  parent.append(element);
  return element;
}

function draw(parent, tag, attributes, content) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (content !== undefined) element.textContent = content;
  parent.append(element);
  return element;
}

// A figure for people: whole where it is large or whole, a dash where there is none.
function shown(value) {
  if (value === null || value === undefined) return "–";
  const digits = Number.isInteger(value) || Math.abs(value) >= 1000 ? 0 : Math.abs(value) < 100 ? 2 : 1;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function readable(parent) {
  for (const button of parent.querySelectorAll(".copy")) {
    if (!navigator.clipboard) continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(button.previousElementSibling.textContent);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Select and copy";
      }
    });
  }
}

// Which section is being read: marked in the navigation.
function followSections() {
  const links = new Map([...document.querySelectorAll("nav a")].map((link) => [link.hash.slice(1), link]));
  const inSight = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        const link = links.get(entry.target.id);
        if (link && entry.isIntersecting) {
          for (const other of links.values()) other.removeAttribute("aria-current");
          link.setAttribute("aria-current", "true");
        }
      }
    },
    { rootMargin: "-20% 0px -70% 0px" },
  );
  for (const section of document.querySelectorAll("section[id]")) inSight.observe(section);
}

// For the tests: the page is up, and it is no wider than the window.
function announceReady() {
  const root = document.documentElement;
  root.dataset.scrollWidth = String(root.scrollWidth);
  root.dataset.clientWidth = String(root.clientWidth);
  root.dataset.ready = "true";
}
