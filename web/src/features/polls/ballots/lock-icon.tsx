/** A closed lock. */
export function LockIcon({ size = 'l' }: { size?: 's' | 'm' | 'l' }) {
  return (
    <svg className={size === 'l' ? 'ic' : `ic ic-${size}`} viewBox="0 0 24 24" aria-hidden="true">
      <path
        d={
          'M6.2 11.4c0-.8.6-1.4 1.4-1.4h8.8c.8 0 1.4.6 1.4 1.4v6.8c0 .9-.6 1.5-1.5 1.5H7.7c-.9 ' +
          '0-1.5-.6-1.5-1.5zM8.5 10V7.8a3.5 3.5 0 0 1 7 0V10M12 13.6v2.4'
        }
      />
    </svg>
  );
}
