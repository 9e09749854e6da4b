import { LIGHT, type InkColors } from '../share/inks.js';
import { box, DISPLAY, ground, header, INNER, type CardNode } from '../share/card-layout.js';
import { directionOf } from '../share/card-text.js';

/** A row of the picture. */
export interface PictureOption {
  readonly text: string;
  readonly votes: string;
  /** As in "40%". */
  readonly share: string;
  /** Null before a sealed poll shows its first group of votes. */
  readonly percent: number | null;
  readonly leads: boolean;
  /** As in "Right answer". */
  readonly note: string | null;
}

/** What the picture of results shows, in characters that its fonts have. */
export interface PictureContent {
  readonly ink: InkColors;
  readonly question: string;
  readonly options: readonly PictureOption[];
  /** "1,234 votes" */
  readonly turnout: string;
  readonly notes: readonly string[];
  /** "Ended Nov 20, 2026" */
  readonly state: string;
  readonly author: string;
  readonly username: string | null;
  /** Path of a stored picture. */
  readonly avatar: string | null;
}

const ROW_PADDING = 20;
const SHARE_WIDTH = 190;
const TEXT_WIDTH = INNER - SHARE_WIDTH - 2 * ROW_PADDING - 16;
/** Texts of users wrap, and break within words that are wider than their line. */
const WRAP = { display: 'block', wordBreak: 'break-word', lineHeight: 1.25 } as const;

/**
 * 1,200 pixels wide and as high as its texts need; nothing is cut off. @param avatar data URL of the author's picture
 */
export function pictureLayout(content: PictureContent, avatar: string | undefined): CardNode {
  const rows = content.options.map((option) => row(option, content.ink));
  const body = box({ width: INNER, flexDirection: 'column' }, rows);
  return ground(content.ink, [header(content, avatar), question(content.question), body, footer(content)], true);
}

function question(text: string): CardNode {
  const direction = directionOf(text);
  const fontSize = text.length <= 70 ? 50 : text.length <= 140 ? 42 : 34;
  const font = { fontFamily: DISPLAY, fontWeight: 700, letterSpacing: direction === 'rtl' ? 0 : '-0.012em', fontSize };
  return box({ ...WRAP, ...font, width: INNER, direction, margin: '14px 0 24px' }, text);
}

function row({ text, votes, share: percentage, percent, leads, note }: PictureOption, ink: InkColors): CardNode {
  const direction = directionOf(text);
  const rtl = direction === 'rtl';
  // Zero percent has a short bar.
  const width = percent === 0 ? 6 : `${percent ?? 0}%`;
  const colors = { background: leads ? ink.fill : ink.tint, borderBottom: `4px solid ${ink.edge}` };
  const bar = box({ position: 'absolute', ...(rtl ? { right: 0 } : { left: 0 }), top: 0, bottom: 0, width, ...colors });
  const words = [
    box({ ...WRAP, width: TEXT_WIDTH, direction, fontSize: 28, ...(leads ? { fontWeight: 700 } : {}) }, text),
    ...(note === null
      ? []
      : [
          box(
            {
              width: TEXT_WIDTH,
              fontSize: 21,
              color: LIGHT.ink2,
              marginTop: 4,
              justifyContent: rtl ? 'flex-end' : 'flex-start',
            },
            note,
          ),
        ]),
  ];
  const side = { width: SHARE_WIDTH, flexShrink: 0, alignItems: rtl ? 'flex-start' : 'flex-end' };
  const share = box({ ...side, position: 'relative', flexDirection: 'column' }, [
    box({ fontSize: 32, fontWeight: 700, lineHeight: 1.15 }, percent === null ? '–' : percentage),
    ...(percent === null ? [] : [box({ fontSize: 20, color: LIGHT.ink2 }, votes)]),
  ]);
  return box(
    {
      position: 'relative',
      flexDirection: rtl ? 'row-reverse' : 'row',
      width: INNER,
      minHeight: 76,
      marginBottom: 12,
      padding: `12px ${ROW_PADDING}px 14px`,
      background: LIGHT.well,
      borderRadius: 14,
      overflow: 'hidden',
      alignItems: 'center',
      justifyContent: 'space-between',
    },
    [...(percent === null ? [] : [bar]), box({ position: 'relative', flexDirection: 'column' }, words), share],
  );
}

function footer({ turnout, notes, state }: PictureContent): CardNode {
  const total = [
    box({ fontSize: 28, fontWeight: 700 }, turnout),
    ...(notes.length === 0 ? [] : [box({ fontSize: 23, color: LIGHT.ink2, marginLeft: 14 }, notes.join(' · '))]),
  ];
  return box(
    {
      width: INNER,
      borderTop: `3px dashed ${LIGHT.line}`,
      marginTop: 12,
      padding: '18px 0 6px',
      justifyContent: 'space-between',
      alignItems: 'baseline',
    },
    [box({ alignItems: 'baseline' }, total), box({ fontSize: 23, color: LIGHT.ink2 }, state)],
  );
}
