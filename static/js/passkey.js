// Shows each form[data-passkey] where the browser has passkeys. It gets the challenge from the site (or has it already), asks
// the device, and goes its way as a form with the device's answer. Nothing else is sent, and nothing is kept.

const decoded = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

function encoded(buffer) {
  const signs = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const named = (keys = []) => keys.map((key) => ({ ...key, id: decoded(key.id) }));

function readable(options) {
  const found = { ...options, challenge: decoded(options.challenge) };
  if (options.user) found.user = { ...options.user, id: decoded(options.user.id) };
  if (options.excludeCredentials) found.excludeCredentials = named(options.excludeCredentials);
  if (options.allowCredentials) found.allowCredentials = named(options.allowCredentials);
  return found;
}

function written(credential) {
  const response = {};
  for (const part of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (credential.response[part]) response[part] = encoded(credential.response[part]);
  }
  return JSON.stringify({ rawId: encoded(credential.rawId), type: credential.type, response });
}

async function challengeOf(form) {
  if (form.dataset.options) return { options: JSON.parse(form.dataset.options) };
  const answer = await fetch(form.dataset.challenge, { method: "POST", body: new FormData(form) });
  return answer.json();
}

async function answerOf(form, publicKey) {
  if (form.dataset.passkey === "create") return navigator.credentials.create({ publicKey });
  return navigator.credentials.get({ publicKey });
}

function say(form, sentence) {
  const place = form.querySelector("[data-passkey-problem]");
  place.textContent = sentence;
  place.hidden = false;
}

async function go(form) {
  const words = form.querySelector("[data-passkey-problem]").dataset;
  const given = await challengeOf(form).catch(() => ({ problem: words.away }));
  if (given.problem) return say(form, given.problem);
  try {
    form.elements.credential.value = written(await answerOf(form, readable(given.options)));
  } catch (problem) {
    return say(form, problem.name === "InvalidStateError" ? words.known : words.nothing);
  }
  return form.submit();
}

async function once(form) {
  const button = form.querySelector("button");
  if (button.disabled) return;
  form.querySelector("[data-passkey-problem]").hidden = true;
  button.disabled = true;
  await go(form);
  button.disabled = false;
}

if (window.PublicKeyCredential) {
  for (const absent of document.querySelectorAll("[data-passkey-absent]")) absent.hidden = true;
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      once(form);
    });
  }
}
