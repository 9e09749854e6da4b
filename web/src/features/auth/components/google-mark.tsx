/** Google's own mark, in its own colours. */
export function GoogleMark() {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <path fill="#4285F4" d="M19.6 10.2c0-.7-.1-1.4-.2-2H10v3.9h5.4a4.6 4.6 0 0 1-2 3v2.5h3.2c1.9-1.7 3-4.3 3-7.4z" />
      <path fill="#34A853" d="M10 20c2.7 0 5-.9 6.6-2.4l-3.2-2.5a6 6 0 0 1-9-3.2H1.1v2.6A10 10 0 0 0 10 20z" />
      <path fill="#FBBC05" d="M4.4 11.9a6 6 0 0 1 0-3.8V5.5H1.1a10 10 0 0 0 0 9z" />
      <path fill="#EA4335" d="M10 4c1.5 0 2.8.5 3.9 1.5l2.8-2.8A10 10 0 0 0 1.1 5.5l3.3 2.6A6 6 0 0 1 10 4z" />
    </svg>
  );
}
