/** A list with a tick; here, because the product's icons are in its first chunk. */
export const AdminMark = () => (
  <svg className="ic" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5 6.5h14M5 12h14M5 17.5h8" />
    <path d="m15.5 17 1.7 1.8 3.3-3.8" />
  </svg>
);
