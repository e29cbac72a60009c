// Starts the page of many designs. What is open and compared stands in the address, so that it can be kept.
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const section = (id) => document.getElementById(id);

startTheme();
const model = new Model(read("collection-data"), read("collection-blobs"));
const map = new DesignMap(section("map"), model);
new Filters(section("map"), model);
new DesignTable(section("designs"), model, map);
new Opened(section("opened"), model);
new Compare(section("compare"), model);

function remember() {
  const parts = [];
  if (model.open !== null) parts.push(`open=${model.open}`);
  if (model.pair.some((index) => index !== null)) parts.push(`pair=${model.pair.map((index) => index ?? "").join(",")}`);
  if (parts.length) history.replaceState(null, "", `#${parts.join("&")}`);
}

function recall() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const known = (word) => (word !== "" && model.entries[Number(word)]?.error === null ? Number(word) : null);
  const pair = (wanted.get("pair") ?? "").split(",");
  if (pair.length === 2) model.compare(known(pair[0]), known(pair[1]));
  const open = known(wanted.get("open") ?? "");
  if (open !== null) model.show(open);
}

model.addEventListener("change", ({ detail }) => ["open", "pair"].includes(detail) && remember());
for (const mark of document.querySelectorAll("#panels [data-entry]")) {
  const index = Number(mark.dataset.entry);
  mark.setAttribute("role", "button");
  mark.setAttribute("tabindex", "0");
  mark.setAttribute("aria-label", mark.querySelector("title").textContent);
  mark.addEventListener("click", () => model.show(index));
  mark.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      model.show(index);
    }
  });
}
recall();
readable(section("reproduce"));
followSections();
announceReady();
