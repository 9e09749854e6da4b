/** Milliseconds that a sentence stays, so that the reader's cursor does not find old ones. */
const KEPT_MS = 8_000;

let region: HTMLElement | null = null;

function liveRegion(): HTMLElement {
  if (region?.isConnected) return region;
  region = document.createElement('div');
  region.className = 'vh';
  region.setAttribute('role', 'status');
  region.setAttribute('aria-live', 'polite');
  // New sentences are read; earlier ones are not repeated.
  region.setAttribute('aria-atomic', 'false');
  region.dataset.announcer = '';
  document.body.append(region);
  return region;
}

/** Creates the page's one polite live region: screen readers watch only regions that existed before their text. */
export function prepareAnnouncer(): void {
  liveRegion();
}

/** Has screen readers say a sentence when they are done with the current one; several are said in order. */
export function announce(text: string): void {
  const sentence = document.createElement('p');
  sentence.textContent = text;
  liveRegion().append(sentence);
  setTimeout(() => sentence.remove(), KEPT_MS);
}
