interface PipsProps {
  className: 'rot' | 'pips';
  count: number;
  index: number;
  label: string;
}

/** Slanted strokes that show which of several items is visible. */
export function Pips({ className, count, index, label }: PipsProps) {
  return (
    <span className={className} role="img" aria-label={label}>
      {Array.from({ length: count }, (_, at) => (
        <i key={at} className={at === index ? 'on' : undefined} />
      ))}
    </span>
  );
}
