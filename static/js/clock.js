// Counts down to moments that the server names, on the server's clock.
//   <time class="clock" data-due="ISO" data-over="Time!" data-pauses="ISO/ISO …">until 15:32</time>  ({% clock %})
// In a pause, which is a break of the whole tournament, it stands still.
// Every polled answer bears `Server-Time`, milliseconds; this device's own clock is never asked, since somebody may
// set it meanwhile. Without JavaScript, and until the server has said its time, the text stands.

const LAST_MINUTES = 5 * 60;
const LAST_MINUTE = 60;
const SOUND = "chama:sound";
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

const pad = (number) => String(number).padStart(2, "0");

function digits(seconds) {
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

// --- whoever judges is told by the phone in the hand: at one minute, and at the end (pages with [data-alarm]) ---

function wantsSound() {
  try {
    return localStorage.getItem(SOUND) === "on";
  } catch {
    return false;
  }
}

function beep(times) {
  const audio = new AudioContext();
  for (let index = 0; index < times; index += 1) {
    const [tone, begins] = [audio.createOscillator(), audio.currentTime + index * 0.35];
    tone.frequency.value = 880;
    tone.connect(audio.destination);
    tone.start(begins);
    tone.stop(begins + 0.2);
  }
}

function alarm(times) {
  if (!document.querySelector("[data-alarm]")) return;
  navigator.vibrate?.(Array(times * 2 - 1).fill(200));
  if (wantsSound()) beep(times);
}

// --- a player who has the page open: [data-called] is the match and the table of a call, [data-called-title] for the tab ---

const TITLE = document.title;
const call = () => document.querySelector("[data-called]");
let calledTo = call()?.dataset.called ?? "";

function showCall() {
  const found = call();
  document.title = found ? `${found.dataset.calledTitle} · ${TITLE}` : TITLE;
  const now = found?.dataset.called ?? "";
  if (now && now !== calledTo) {
    navigator.vibrate?.([200, 200, 200, 200, 200]);
    if (wantsSound()) beep(2);
  }
  calledTo = now;
}

const before = new Map(); // seconds that were left at the last look, by when the time is over

function warn(due, left) {
  const last = before.get(due);
  before.set(due, left);
  if (last === undefined) return;
  if (last > LAST_MINUTE && left <= LAST_MINUTE && left > 0) alarm(1);
  if (last > 0 && left <= 0) alarm(3);
}

function secondsLeft(clock) {
  const [now, due] = [performance.now() + known.ahead, Date.parse(clock.dataset.due)];
  return Math.ceil((due - now - standing(clock.dataset.pauses, now, due)) / 1000);
}

function show(clock) {
  const left = secondsLeft(clock);
  if (Number.isNaN(left)) return;
  const text = left > 0 ? digits(left) : clock.dataset.over;
  if (clock.textContent !== text) clock.textContent = text;
  clock.classList.toggle("is-last", left > 0 && left <= LAST_MINUTES);
  clock.classList.toggle("is-final", left > 0 && left <= LAST_MINUTE);
  clock.classList.toggle("is-late", left <= 0);
}

// The time of day at the venue: <time data-wall="America/Sao_Paulo" hidden>.
function tell(wall) {
  const shape = { hour: "2-digit", minute: "2-digit", timeZone: wall.dataset.wall };
  const text = new Date(performance.now() + known.ahead).toLocaleTimeString(document.documentElement.lang || undefined, shape);
  if (wall.textContent !== text) wall.textContent = text;
  wall.hidden = false;
}

function tick() {
  if (!known) return;
  document.querySelectorAll(".clock[data-due]").forEach(show);
  document.querySelectorAll("[data-wall]").forEach(tell);
}

// Each clock of the page is looked at once a tick, however often it is shown.
function watch() {
  tick();
  if (!known) return;
  const dues = new Map([...document.querySelectorAll(".clock[data-due]")].map((clock) => [clock.dataset.due, clock]));
  for (const [due, clock] of dues) warn(due, secondsLeft(clock));
}

for (const box of document.querySelectorAll("[data-sound]")) {
  box.checked = wantsSound();
  box.closest("[hidden]").hidden = false;
  box.addEventListener("change", () => {
    try {
      localStorage.setItem(SOUND, box.checked ? "on" : "off");
    } catch {
      box.checked = false; // a phone without storage stays silent
    }
    if (box.checked) beep(1);
  });
}

document.addEventListener("htmx:beforeOnLoad", (event) => {
  const xhr = event.detail.xhr;
  if (xhr) learn(xhr.getResponseHeader("Server-Time"));
});
document.addEventListener("htmx:afterSwap", tick);
document.addEventListener("htmx:afterSwap", showCall);
showCall();
setInterval(watch, 500);
ask();
