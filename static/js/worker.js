// @ts-check
// The service worker, served as /sw.js: keeps the pages that it is asked to keep and the files they need, and shows them
// where the network is away. With a network every page comes from the server, as ever; polls and posts pass by it,
// but for a sign-out that cannot be sent.
// The pages kept are those of one account (OWNER); another one that signs in on the device starts with none.

const PAGES = "pages-1";
const FILES = "files-1";
const AWAY = "/sem-rede/";
const SIGN_OUT = "/conta/sair/";
const STILL_SIGNED_IN = `${AWAY}#still-signed-in`;
const OWNER = "/owner"; // in the cache of files: the account whose pages are kept
const MAX_PAGES = 300;
const PATIENCE = 8_000;
const NEVER_CHANGES = /\.[0-9a-f]{12}\.[a-z0-9]+$/; // a file with the digest of what is in it in its name
let forgotten = 0; // how often; what was asked for before is not kept after
const FILE = /(?:href|src)="(\/static\/[^"]+)"/g;
const PERSON = /data-person="([^"]*)"/;

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** @type {(page: string) => string} */
const personOn = (page) => PERSON.exec(page)?.[1] ?? "";

/** @param {string} page */
async function keepFilesOf(page) {
  const files = await caches.open(FILES);
  for (const [, address] of page.matchAll(FILE)) {
    if (!(NEVER_CHANGES.test(address) && (await files.match(address)))) await files.add(address).catch(() => {});
  }
}

/** @type {(address: string, by?: string | null, since?: number) => Promise<void>} */
async function keepPage(address, by = null, since = forgotten) {
  const answer = await fetch(address, { credentials: "same-origin" });
  const text = await answer.clone().text();
  const isTheirs = by !== null && personOn(text) !== by;
  if (!answer.ok || answer.redirected || isTheirs || since !== forgotten) return;
  const pages = await caches.open(PAGES);
  const at = Date.parse(answer.headers.get("Date") ?? "") || Date.now();
  const marked = text.replace("<html ", `<html data-kept="${at}" `); // for stale.js
  await pages.put(address, new Response(marked, { headers: answer.headers }));
  await keepFilesOf(text);
}

/** @type {(addresses: string[], by: string) => Promise<void>} */
async function keepAll(addresses, by) {
  const since = forgotten;
  for (const address of addresses.slice(0, MAX_PAGES)) await keepPage(address, by, since).catch(() => {});
  if (since !== forgotten) return;
  const pages = await caches.open(PAGES);
  const known = await pages.keys();
  for (const old of known.slice(0, Math.max(0, known.length - MAX_PAGES - 1))) {
    if (!old.url.endsWith(AWAY)) await pages.delete(old);
  }
}

async function ownerOf() {
  const found = await (await caches.open(FILES)).match(OWNER);
  return found ? found.text() : "";
}

// The next person at this device gets no notices of the last one: the push service forgets the device, and the site then too.
/** @param {string} by */
async function stopNotices(by) {
  const known = await ownerOf();
  if (!known || known === by) return;
  const subscription = await worker.registration.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

// Empty the pages; from now on they are those of this account, "" of none.
/** @param {string} by */
async function startFor(by) {
  forgotten += 1;
  await caches.delete(PAGES);
  await stopNotices(by);
  await (await caches.open(FILES)).put(OWNER, new Response(by));
  await keepPage(AWAY).catch(() => {});
}

// A page that was opened before another account signed in speaks for nobody any more.
/** @param {string} by */
async function isSignedIn(by) {
  const answer = await fetch(AWAY, { credentials: "same-origin", cache: "no-store" });
  return personOn(await answer.text()) === by;
}

/** @type {(by: string, addresses: string[]) => Promise<void>} */
async function keepFor(by, addresses) {
  if (by !== (await ownerOf())) {
    if (!(await isSignedIn(by))) return;
    await startFor(by);
  }
  if (by) await keepAll(addresses, by);
}

/** @type {(promise: Promise<Response>) => Promise<Response>} */
function inTime(promise) {
  /** @type {Promise<never>} */
  const late = new Promise((_done, fail) => setTimeout(() => fail(new Error("late")), PATIENCE));
  return Promise.race([promise, late]);
}

// A sheet's own address only leads to its match.
/** @type {(request: Request) => Promise<Response>} */
async function pageOf(request) {
  const pages = await caches.open(PAGES);
  const own = await pages.match(request.url.replace(/sumula\/$/, ""), { ignoreSearch: true });
  try {
    return await (own ? inTime(fetch(request)) : fetch(request));
  } catch {
    return own || (await pages.match(new URL(AWAY, location.origin).href)) || Response.error();
  }
}

// Without a network the session goes on. The page of an error of the browser's own would not say so.
/** @type {(request: Request) => Promise<Response>} */
function signOut(request) {
  return fetch(request).catch(() => Response.redirect(new URL(STILL_SIGNED_IN, location.origin).href, 303));
}

/** @type {(request: Request) => Promise<Response>} */
async function fileOf(request) {
  const found = await (await caches.open(FILES)).match(request);
  if (found && NEVER_CHANGES.test(request.url)) return found;
  return fetch(request).catch(() => found || Response.error());
}

worker.addEventListener("install", (event) => event.waitUntil(keepPage(AWAY).then(() => worker.skipWaiting())));
worker.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name !== PAGES && name !== FILES));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => worker.clients.claim()));
});
worker.addEventListener("message", (event) => {
  const { by = "", keep = [] } = event.data;
  event.waitUntil(keepFor(by, keep).catch(() => {}));
});
worker.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (address.origin !== location.origin) return;
  if (event.request.method === "POST" && address.pathname === SIGN_OUT) event.respondWith(signOut(event.request));
  if (event.request.method !== "GET") return;
  if (address.pathname.startsWith("/static/")) event.respondWith(fileOf(event.request));
  else if (event.request.mode === "navigate") event.respondWith(pageOf(event.request));
});

// A notice to the person, as `notices/push.py` writes it. One that arrives after its moment is not shown.
/** @param {{ title: string, body: string, path: string, tag: string, until: number, lang: string }} notice */
async function show({ title, body, path, tag, until, lang }) {
  if (Date.now() > until) return;
  const icon = "/static/icons/icon-192.png";
  await worker.registration.showNotification(title, { body, tag, lang, icon, data: { path } });
}

/** @param {string} path */
async function open(path) {
  const address = new URL(path, location.origin);
  if (address.origin !== location.origin) return;
  const tabs = await worker.clients.matchAll({ type: "window" });
  const tab = tabs.find((one) => one.url === address.href);
  if (tab) await tab.focus();
  else await worker.clients.openWindow(address.href);
}

worker.addEventListener("push", (event) => event.data && event.waitUntil(show(event.data.json())));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});
