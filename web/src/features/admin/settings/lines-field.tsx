import { useId, useState } from 'react';

interface LinesFieldProps {
  label: string;
  lines: readonly string[];
  onChange: (lines: string[]) => void;
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A list that is edited as text, one entry a line. */
export function LinesField({ label, lines, onChange }: LinesFieldProps) {
  const id = useId();
  const [text, setText] = useState(() => lines.join('\n'));
  // What is typed stays as typed, until the list changes in another way.
  const shown = linesOf(text).join('\n') === lines.join('\n') ? text : lines.join('\n');
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className="input"
        rows={Math.min(6, Math.max(2, lines.length + 1))}
        dir="auto"
        value={shown}
        onChange={({ target }) => {
          setText(target.value);
          onChange(linesOf(target.value));
        }}
      />
    </div>
  );
}
