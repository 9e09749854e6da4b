/** The strokes of a tally, one to four, on 26 x 20. */
const STROKES = [
  'M4 3C3.7 8 4.2 13 4 17.5',
  'M9 2.6C9.3 8 8.8 12.5 9.1 17.8',
  'M14 3.2C13.8 8 14.2 13 14 17.4',
  'M19 2.7C19.2 8 18.8 13 19.1 17.7',
];

/** A count in tally strokes, one to five; the fifth crosses out the others. */
export function Tally({ count, className }: { count: number; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 26 20" aria-hidden="true">
      {count > STROKES.length && <path className="five" d="M.5 15.5 23.5 4.5" />}
      {STROKES.slice(0, count).map((stroke) => (
        <path key={stroke} d={stroke} />
      ))}
    </svg>
  );
}

/** The pen tick that is drawn into a ballot box. */
export function Tick() {
  return (
    <svg className="tick" viewBox="0 0 32 32" aria-hidden="true">
      <path pathLength="1" d="M6.2 18.6C8.3 20 10 22 11.4 24.6 14.2 16.8 19.8 8.6 28.4 2.4" />
    </svg>
  );
}
