// Starts the page of one build.
startTheme();
const DATA = JSON.parse(document.getElementById("report-data").textContent);

for (const figure of document.querySelectorAll("figure.schedule")) {
  new Schedule(figure, DATA.stages[Number(figure.dataset.stage)]);
}
for (const figure of document.querySelectorAll("figure.datapath")) startDatapath(figure);

readable(document);
followSections();
announceReady();
