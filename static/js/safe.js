// On the page of the safe address, opened there: whether this phone keeps pages, which it shows by taking the worker.
// Browsers refuse it where the certificate is not trusted, also after a warning was clicked away.

async function told() {
  const kept = await navigator.serviceWorker?.register("/sw.js").then(() => true, () => false);
  document.querySelector(kept ? "[data-safe-keeps]" : "[data-safe-warns]").hidden = false;
}

told();
