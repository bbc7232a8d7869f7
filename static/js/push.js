// The form[data-push] of the page of notices: asks the browser for a subscription to push messages, and sends it. It is shown
// where the browser has them: with a service worker, so over https or on the device itself.

const form = document.querySelector("form[data-push]");

function decoded(text) {
  const signs = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(signs, (sign) => sign.charCodeAt(0));
}

function encoded(buffer) {
  const signs = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// A subscription of another key, as after a new VAPID_KEY, would be of no use.
async function subscription(key) {
  await navigator.serviceWorker.register("/sw.js");
  const worker = await navigator.serviceWorker.ready;
  const old = await worker.pushManager.getSubscription();
  if (old) await old.unsubscribe();
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: decoded(key) });
}

function say(sentence) {
  const place = form.querySelector("[data-push-problem]");
  place.textContent = sentence;
  place.hidden = false;
}

async function turnOn() {
  const words = form.querySelector("[data-push-problem]").dataset;
  if ((await Notification.requestPermission()) !== "granted") return say(words.denied);
  try {
    const found = await subscription(form.dataset.push);
    form.elements.endpoint.value = found.endpoint;
    form.elements.key.value = encoded(found.getKey("p256dh"));
    form.elements.secret.value = encoded(found.getKey("auth"));
  } catch {
    return say(words.away);
  }
  return form.submit();
}

if (form && window.PushManager && window.Notification && "serviceWorker" in navigator) {
  document.querySelector("[data-push-absent]").hidden = true;
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    turnOn();
  });
}
