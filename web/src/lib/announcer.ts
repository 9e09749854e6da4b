/**
 * Milliseconds for which a sentence stays, so that somebody who looks for it with the reader's cursor does not hear old
 * ones.
 */
const KEPT_MS = 8_000;

let region: HTMLElement | null = null;

function liveRegion(): HTMLElement {
  if (region?.isConnected) return region;
  region = document.createElement('div');
  region.className = 'vh';
  region.setAttribute('role', 'status');
  region.setAttribute('aria-live', 'polite');
  // Sentences are added; what has been said is not said again.
  region.setAttribute('aria-atomic', 'false');
  region.dataset.announcer = '';
  document.body.append(region);
  return region;
}

/** Puts the page's one polite live region in place: readers watch only regions that were there before their text. */
export function prepareAnnouncer(): void {
  liveRegion();
}

/** Says a sentence to screen readers once they are done with what they are saying; several are said in their order. */
export function announce(text: string): void {
  const sentence = document.createElement('p');
  sentence.textContent = text;
  liveRegion().append(sentence);
  setTimeout(() => sentence.remove(), KEPT_MS);
}
