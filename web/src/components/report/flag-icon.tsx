/** A flag on its pole; here, because the product's icons are in its first chunk. */
export const FlagIcon = () => (
  <svg className="ic ic-m" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M6 20.5V4.6M6 5.2c3.5-1.9 7 1.9 12 0v8.6c-5 1.9-8.5-1.9-12 0" />
  </svg>
);
