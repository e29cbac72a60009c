// Starts everything; marks where the reader is; copies the command.
const DATA = JSON.parse(document.getElementById("report-data").textContent);

for (const figure of document.querySelectorAll("figure.schedule")) {
  new Schedule(figure, DATA.stages[Number(figure.dataset.stage)]);
}
for (const figure of document.querySelectorAll("figure.datapath")) startDatapath(figure);

const copy = document.querySelector(".copy");
if (copy && navigator.clipboard) {
  copy.hidden = false;
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(copy.previousElementSibling.textContent);
      copy.textContent = "Copied";
    } catch {
      copy.textContent = "Select and copy";
    }
  });
}

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

// For the smoke test: the page is up, and it is no wider than the window.
const root = document.documentElement;
root.dataset.scrollWidth = String(root.scrollWidth);
root.dataset.clientWidth = String(root.clientWidth);
root.dataset.ready = "true";
