// Counts down to moments that the server names, on the server's clock.
//   <time class="clock" data-due="ISO" data-over="Time!" data-pauses="ISO/ISO …">until 15:32</time>  ({% clock %})
// In a pause, which is a break of the whole tournament, it stands still.
// Every polled answer bears `Server-Time`, milliseconds; this device's own clock is never asked, since somebody may
// set it meanwhile. Without JavaScript, and until the server has said its time, the text stands.

const LAST_MINUTES = 5 * 60;
const OLD = 30_000;
let known = null; // the server's time at this page's zero, and when that was learnt

// An answer that was long on its way makes the server's time look early: the latest that was heard lately counts.
function learn(text) {
  const here = performance.now();
  const ahead = Number(text) - here;
  if (!text || Number.isNaN(ahead)) return;
  if (!known || ahead > known.ahead || here - known.at > OLD) known = { ahead, at: here };
}

async function ask() {
  try {
    const answer = await fetch("/hora/", { cache: "no-store" });
    learn(answer.headers.get("Server-Time"));
    tick();
  } catch {
    // No network: the next poll brings the time.
  }
}

function digits(seconds) {
  const pad = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${pad(Math.floor((seconds % 3600) / 60))}:${pad(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}

// The milliseconds of breaks that are still to come between two moments.
function standing(pauses, from, to) {
  const length = ([begins, ends]) => Math.max(0, Math.min(to, ends) - Math.max(from, begins));
  const parts = (pauses || "").split(" ").filter(Boolean);
  return parts.map((part) => length(part.split("/").map(Date.parse))).reduce((sum, one) => sum + one, 0);
}

function show(clock) {
  const [now, due] = [performance.now() + known.ahead, Date.parse(clock.dataset.due)];
  const left = Math.ceil((due - now - standing(clock.dataset.pauses, now, due)) / 1000);
  if (Number.isNaN(left)) return;
  const text = left > 0 ? digits(left) : clock.dataset.over;
  if (clock.textContent !== text) clock.textContent = text;
  clock.classList.toggle("is-last", left > 0 && left <= LAST_MINUTES);
  clock.classList.toggle("is-late", left <= 0);
}

function tick() {
  if (known) document.querySelectorAll(".clock[data-due]").forEach(show);
}

document.addEventListener("htmx:beforeOnLoad", (event) => {
  const xhr = event.detail.xhr;
  if (xhr) learn(xhr.getResponseHeader("Server-Time"));
});
document.addEventListener("htmx:afterSwap", tick);
setInterval(tick, 500);
ask();
