import type { ReactNode } from 'react';

/** A ring around a picture: a plain circle, or, for a new poll, a loop of the pen in the person's ink. */
export function Ring({
  fresh,
  className,
  ink,
  children,
}: {
  fresh: boolean;
  className?: string;
  ink: string;
  children: ReactNode;
}) {
  return (
    <span className={fresh ? `${className} is-new` : className} data-ink={ink}>
      <svg viewBox="0 0 76 76" aria-hidden="true">
        {fresh ? (
          <path
            d={
              'M49 8.2C27 .8 5.6 14 4 36 2.6 58 19 72.6 39 72 58.5 71.4 72.6 56 72 36.5 71.4 17.5 57 4.4 38 3 ' +
              '32.5 2.7 27.5 3.6 22.5 5.8'
            }
          />
        ) : (
          <circle cx="38" cy="38" r="34" />
        )}
      </svg>
      {children}
    </span>
  );
}
