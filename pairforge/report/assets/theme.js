// Light, dark, or what the system says; kept for the next visit where the browser allows it.
const THEMES = ["system", "light", "dark"];

function startTheme() {
  const root = document.documentElement;
  const button = text(document.querySelector("nav"), "button", undefined, "theme");
  button.type = "button";
  const stored = () => {
    try {
      return localStorage.getItem("pairforge-theme");
    } catch {
      return null;
    }
  };
  const apply = (theme) => {
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
    button.textContent = `Colours: ${theme}`;
    dispatchEvent(new Event("themechange"));
  };
  let theme = THEMES.includes(stored()) ? stored() : "system";
  button.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    try {
      localStorage.setItem("pairforge-theme", theme);
    } catch {
      // A file may not have storage; the choice then lasts as long as the page.
    }
    apply(theme);
  });
  for (const query of ["(prefers-color-scheme: dark)", "print"]) {
    matchMedia(query).addEventListener("change", () => dispatchEvent(new Event("themechange")));
  }
  apply(theme);
}
