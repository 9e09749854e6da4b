/** A key, for what has to do with passkeys. */
export function KeyMark() {
  return (
    <svg className="ic ic-m" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="8" cy="15" r="3.8" />
      <path d="m10.8 12.2 7.7-7.7M15.5 7.5l2.6 2.6" />
    </svg>
  );
}
