let region: HTMLElement | null = null;

/** The page's one polite live region; it is made when something is said first. */
function liveRegion(): HTMLElement {
  if (region?.isConnected) return region;
  region = document.createElement('div');
  region.className = 'vh';
  region.setAttribute('aria-live', 'polite');
  region.setAttribute('role', 'status');
  region.dataset.announcer = '';
  document.body.append(region);
  return region;
}

/** Says a sentence to screen readers once they are done with what they are saying. */
export function announce(text: string): void {
  const target = liveRegion();
  // The same sentence twice in a row is said only when the text has been another in between.
  target.textContent = target.textContent === text ? `${text}\u00a0` : text;
}
