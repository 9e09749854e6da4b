import styles from './hand.module.css';

/** The strokes of each number, from 1, over a ballot box of 22 px; in 32 x 32. */
const NUMBERS: readonly (readonly string[])[] = [
  ['M7.6 12.6C10.2 10.8 12.6 8.2 14 4.8 13.4 12.8 13.6 21 12.6 28.6'],
  ['M6 11.4C7.4 6 17.2 4 18.2 9.8 19 15 10.8 21.4 5.4 27.4 10.6 25.6 16 26.6 22 26.4'],
  ['M6.2 8.6C9.6 4.6 18 4.6 17.8 9.8 17.6 13.8 13.2 15.4 10 15.8 15 15.2 19.6 17.6 19 22.2 18.2 28 9.8 29.4 5 25.8'],
  ['M14.4 4.6C11.8 11 8.8 16.2 4.8 20.8 11 20.2 17.2 20 23 20.4', 'M17.4 12.4C17 17.8 17.1 23.2 16.4 28.8'],
  [
    'M8.8 6.2C8.3 9.4 7.9 12.2 7.2 14.8 12.2 11.9 19.2 13.4 19.1 19.6 19 26 11.4 28.8 5.2 26',
    'M8.8 6.2C12.4 6 16 5.8 20.2 5.2',
  ],
  [
    'M17.4 4.4C11.4 8.2 7.2 14.2 7 20.6 6.9 25.8 10.2 28.3 13.6 28.1 18 27.7 20.4 23.6 19.3 20.2 17.7 16 10.9 16.2 7.4 21.6',
  ],
];

/** A number as a pen writes it into a ballot box, 1 to 6; `pencil` is the one that a tap would write. */
export function Numeral({ number, pencil = false }: { number: number; pencil?: boolean }) {
  return (
    <svg className={pencil ? `${styles.number} ${styles.isPencil}` : styles.number} viewBox="0 0 32 32" aria-hidden>
      {NUMBERS[number - 1]?.map((stroke) => (
        <path key={stroke} pathLength="1" d={stroke} />
      ))}
    </svg>
  );
}

const CROSS = ['M4.5 10.5C10 15 15.5 20.8 21.5 28.6', 'M22.8 8.2C16.4 14 10.6 20.6 5.2 28'];

/** A cross over a box that was ticked wrongly; `big` stands beside a sentence. */
export function Cross({ big = false }: { big?: boolean }) {
  return (
    <svg className={big ? styles.hand : `${styles.number} ${styles.isWrong}`} viewBox="0 0 32 32" aria-hidden="true">
      {CROSS.map((stroke) => (
        <path key={stroke} pathLength="1" d={stroke} />
      ))}
    </svg>
  );
}

/** A tick beside a sentence. */
export function HandTick() {
  return (
    <svg className={styles.hand} viewBox="0 0 32 32" aria-hidden="true">
      <path pathLength="1" d="M6.2 18.6C8.3 20 10 22 11.4 24.6 14.2 16.8 19.8 8.6 28.4 2.4" />
    </svg>
  );
}

export const LOOP = 'M33 9C26 2 10 3 5 13 0 25 9 37 21 37.5 34 38 41 26 35.5 14 33 8.5 28 4.5 21 3.5';

/** The loop that a teacher draws round the right answer's box. */
export function Loop() {
  return (
    <svg className={styles.loop} viewBox="0 0 40 40" aria-hidden="true">
      <path pathLength="1" d={LOOP} />
    </svg>
  );
}
