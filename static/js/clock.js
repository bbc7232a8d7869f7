// Counts down to moments that the server names, on the server's clock.
//   <time class="clock" data-due="ISO" data-now="ISO" data-over="Time!">until 15:32</time>  ({% clock %})
// `data-now` is the server's time when it wrote the page; without JavaScript the text stands.

const LAST_MINUTES = 5 * 60;
let offset = null; // milliseconds that the server is ahead of this device

// The answer that took least time on its way shows the largest offset: it is the one to believe.
function learn(clock) {
  const server = Date.parse(clock.dataset.now);
  if (Number.isNaN(server) || clock.dataset.learnt) return;
  clock.dataset.learnt = "yes";
  const seen = server - Date.now();
  offset = offset === null ? seen : Math.max(offset, seen);
}

function digits(seconds) {
  const pad = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${pad(Math.floor((seconds % 3600) / 60))}:${pad(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest;
}

function show(clock) {
  const left = Math.ceil((Date.parse(clock.dataset.due) - Date.now() - offset) / 1000);
  if (Number.isNaN(left)) return;
  const text = left > 0 ? digits(left) : clock.dataset.over;
  if (clock.textContent !== text) clock.textContent = text;
  clock.classList.toggle("is-last", left > 0 && left <= LAST_MINUTES);
  clock.classList.toggle("is-late", left <= 0);
}

function tick() {
  const clocks = document.querySelectorAll(".clock[data-due]");
  clocks.forEach(learn);
  clocks.forEach(show);
}

tick();
setInterval(tick, 500);
document.addEventListener("htmx:afterSwap", tick);
