/** True when a query string carries advertising parameters: fbclid, gclid or utm_*. */
export function hasTrackingParameters(search: string): boolean {
  return [...new URLSearchParams(search).keys()].some(
    (name) => name === 'fbclid' || name === 'gclid' || name.startsWith('utm_'),
  );
}
