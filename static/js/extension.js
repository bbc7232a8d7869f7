// Beside the minutes that a judge gives, when the time would end with them: from its end, or from now where that
// is later, and not in a break. Without JavaScript the end for the minutes that the page came with stands there.

const opened = performance.now();

function after(start, amount, pauses) {
  let [moment, left] = [start, amount];
  for (const [begins, ends] of pauses) {
    const runs = Math.max(0, begins - moment);
    if (ends <= moment) continue;
    if (left < runs) break;
    [moment, left] = [ends, left - runs];
  }
  return moment + left;
}

function show(input) {
  const output = input.closest("form").querySelector("[data-extending]");
  const minutes = Number.parseInt(input.value, 10);
  if (!output || !(minutes > 0)) return;
  const now = Date.parse(output.dataset.now) + performance.now() - opened;
  const parts = output.dataset.pauses.split(" ").filter(Boolean);
  const pauses = parts.map((part) => part.split("/").map(Date.parse));
  const end = after(Math.max(now, Date.parse(output.dataset.extending)), minutes * 60_000, pauses);
  const shape = { hour: "2-digit", minute: "2-digit", timeZone: output.dataset.zone };
  output.textContent = new Date(end).toLocaleTimeString(document.documentElement.lang, shape);
}

document.addEventListener("input", (event) => {
  if (event.target.name === "minutes") show(event.target);
});
