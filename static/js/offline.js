// The pages of the day open without a network: on a page that lists matches ([data-keeps]) the worker is asked to keep
// this page and those of the matches. Browsers allow that only over https, and on the device itself.

const EVERY = 20_000;
const by = document.querySelector("[data-person]")?.dataset.person ?? ""; // whose pages they are
let asked = "";

function kept() {
  const links = [...document.querySelectorAll("[data-keeps] a[href*='/partidas/']")];
  const pages = links.map((link) => link.href.split("#")[0]).filter((page) => !page.endsWith("/sumula/"));
  return [location.href.split("#")[0], ...new Set(pages)];
}

async function ask() {
  const pages = kept();
  if (asked === pages.join(" ") || !navigator.onLine) return;
  asked = pages.join(" ");
  const worker = await navigator.serviceWorker.ready;
  worker.active.postMessage({ by, keep: pages });
}

async function begin() {
  await navigator.serviceWorker.register("/sw.js");
  await ask();
  setInterval(ask, EVERY);
}

// Pages of another account are dropped, after a sign-out those of every account. A worker may still be starting.
async function dropOthers() {
  if (!(await navigator.serviceWorker.getRegistration())) return;
  const worker = await navigator.serviceWorker.ready;
  worker.active.postMessage({ by });
}

if ("serviceWorker" in navigator && window.isSecureContext) {
  const action = by && document.querySelector("[data-keeps]") ? begin : dropOthers;
  action().catch(() => {}); // without it everything works as before, with a network
}
