// Lights up an entry's path through the bracket while its name has the focus or the pointer on it.
// Without JavaScript the name's link shows the same path.

function light(name, on) {
  const drawing = name.closest("[data-bracket]");
  if (!drawing) return;
  drawing.classList.toggle("is-tracing", on);
  drawing.querySelectorAll("[data-path]").forEach((part) => {
    const theirs = part.dataset.path.split(" ").includes(name.dataset.entry);
    part.classList.toggle("on-path", on && theirs);
  });
}

for (const [type, on] of [["focusin", true], ["mouseover", true], ["focusout", false], ["mouseout", false]]) {
  document.addEventListener(type, (event) => {
    const name = event.target.closest && event.target.closest("[data-entry]");
    if (name) light(name, on);
  });
}
