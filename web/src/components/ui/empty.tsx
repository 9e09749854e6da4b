import type { ReactNode } from 'react';

/** Single-stroke drawings on 168 x 132: the highlighter's stroke beneath, and the line. */
const DRAWINGS = {
  box: {
    fill: 'M24 104 31 84 150 80 142 106 22 110z',
    line:
      'M18 118H44V66H124V118H152M44 66 54 50H114L124 66M66 58H102M74 57 72 20 98 16 101 57M80 30 92 ' +
      '28.5M80.5 37 92.5 35.5M70 92 80 102 103 76',
  },
  pen: {
    fill: 'M14 108 20 92 92 86 90 104 16 114z',
    line:
      'M18 104C34 92 40 114 54 102S72 96 84 102L88 84 132 32C136 28 142 28 146 32L150 36C154 40 154 46 ' +
      '150 50L104 96 84 102M120 46 138 62M88 84 104 96',
  },
  bell: {
    fill: 'M26 104 33 86 146 82 138 106 24 110z',
    line:
      'M22 102H50C60 88 60 78 60 62 60 46 70 36 84 36S108 46 108 62C108 78 108 88 118 102H146M50 ' +
      '102H118M74 102C74 116 94 116 94 102M84 36V26',
  },
  glass: {
    fill: 'M22 74 30 54 122 48 114 72 20 80z',
    line:
      'M106 60C106 81 91 95 71 95 51 95 36 81 36 60 36 40 51 25 71 25 91 25 106 40 106 60M96 86 138 ' +
      '119 M48 58C49 47 57 38 68 37',
  },
  lost: {
    fill: 'M18 112 24 96 92 90 88 110 20 118z',
    line:
      'M14 110H40C52 110 40 82 58 72 46 50 62 24 86 24S124 42 118 64 84 92 66 78M104 82 140 118M74 ' +
      '52C82 44 92 60 102 50',
  },
  people: {
    fill: 'M20 116 26 100 148 96 142 116 18 122z',
    line:
      'M22 114C24 88 40 82 52 80 36 76 36 48 54 48S72 76 58 80C76 82 84 92 86 110 90 88 104 82 114 80 ' +
      '98 76 98 48 116 48S134 76 120 80C138 84 146 94 148 114',
  },
  list: {
    fill: 'M30 62 37 42 150 36 142 60 28 67z',
    line:
      'M16 118H54L46 18 114 12 122 112 54 118M58 40 70 39 71 51 59 52 58 40M80 45 104 43M60 64 72 63 ' +
      '73 75 61 76 60 64M82 69 106 67M62 88 74 87 75 99 63 100 62 88M84 93 100 92M122 112 132 117H154',
  },
};
/** The sheet torn in two, on 220 x 132. */
const TORN = {
  fill: 'M36 112 44 92 190 86 182 112 34 118z',
  line:
    'M14 118H60V30H112L104 44 114 56 102 70 112 84 103 98 110 118H60M74 50H92M74 66 88 66M74 ' +
    '82H92M126 28H168V106L156 106M126 28 120 42 130 54 119 68 128 82 120 96 126 118H206M142 48 154 ' +
    '46M142 62 154 60',
};

export type DrawingName = keyof typeof DRAWINGS | 'torn';

/**
 * A ballot box, a pen, a list of answers, a bell, two people, a magnifying glass that looks or finds nothing, or a torn
 * sheet, each crossed by one stroke of the highlighter.
 */
export function Drawing({ name }: { name: DrawingName }) {
  const { fill, line } = name === 'torn' ? TORN : DRAWINGS[name];
  return (
    <svg
      className={name === 'torn' ? 'draw draw-torn' : 'draw'}
      viewBox={name === 'torn' ? '0 0 220 132' : '0 0 168 132'}
      aria-hidden="true"
    >
      <path className="mark-fill" d={fill} />
      <path d={line} />
    </svg>
  );
}

interface EmptyProps {
  drawing: DrawingName;
  title: string;
  text?: string;
  /** It is the only content of the page, so its title is the page's heading. */
  alone?: boolean;
  /** One button, where there is something to do about it. */
  children?: ReactNode;
}

/** The empty state of a list: one drawing, one sentence, at most one button. */
export function Empty({ drawing, title, text, alone = false, children }: EmptyProps) {
  const Heading = alone ? 'h1' : 'h2';
  return (
    <div className="empty">
      <Drawing name={drawing} />
      <Heading className="empty-title">{title}</Heading>
      {text && <p>{text}</p>}
      {children}
    </div>
  );
}
