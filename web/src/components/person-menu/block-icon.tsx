/** A circle with a stroke across it; here, because the product's icons are in its first chunk. */
export const BlockIcon = () => (
  <svg className="ic ic-m" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="7.6" />
    <path d="m6.8 6.8 10.4 10.4" />
  </svg>
);
