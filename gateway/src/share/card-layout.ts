import type { CardContent } from './card-content.js';
import { graphemesOf } from './card-emoji.js';
import { directionOf } from './card-text.js';
import { LIGHT, LIGHT_INKS, type InkColors } from './inks.js';
import { CARD_HEIGHT, CARD_WIDTH } from './share-paths.js';
import type { SharedResult } from './shared-poll-text.js';

type Style = Record<string, string | number>;
type RowStyle = { readonly width: number; readonly height: number; readonly marginBottom: number };
/** An element as satori expects it. It is plain data, so that it can be sent to another thread. */
export interface CardNode {
  readonly type: 'div' | 'img';
  readonly props: {
    readonly style: Style;
    readonly children?: string | CardNode[];
    readonly src?: string;
    readonly width?: number;
    readonly height?: number;
  };
}

/** A card's pictures as data URLs; absent if unavailable. */
export interface CardPictures {
  readonly picture?: string | undefined;
  readonly avatar?: string | undefined;
}

const MARK_SVG = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">',
  '<rect width="48" height="48" rx="12" fill="#14171C"/>',
  '<g transform="translate(6 8)">',
  '<path fill="none" stroke="#fff" stroke-width="3.3" stroke-linecap="round"',
  ' d="M6.8 12.4C6.5 17.5 6.7 23 6.5 28.6M14.2 5.4C14.5 12.5 14 20.5 14.3 28.9M21.9 4.6C21.6 ',
  '12 22 20 21.7 28.3M29.3 5.2C29.6 12.5 29.1 21 29.5 28.7"/>',
  '<path fill="#fff" d="M5 3.6 9.4 2.7 8.5 7 4.2 7.7z"/>',
  '<path fill="#DDF03C" d="M.6 24.8 3.2 19.2 34.8 5.6 35.6 6.6 32.9 12.5 1.4 26.2z"/>',
  '</g></svg>',
].join('');
const MARK = `data:image/svg+xml;base64,${Buffer.from(MARK_SVG).toString('base64')}`;
/** The font of questions and of the wordmark. */
export const DISPLAY = 'Familjen Grotesk';
const COLUMNS_FROM = 5;
// Every width is given, because a text that is too long for its line would otherwise stretch the card.
const MARGIN = 32;
const PADDING = 44;
const EDGE = 2;
const CARD = { width: CARD_WIDTH - 2 * MARGIN, height: CARD_HEIGHT - 2 * MARGIN };
/** Pixels between the card's paddings. */
export const INNER = CARD.width - 2 * (PADDING + EDGE);
const [COLUMN_GAP, PICTURE_GAP] = [14, 28];
/** Sizes of the pictures on a card, in pixels. */
export const PICTURE_SIZE = { width: 348, height: 376 };
export const AVATAR_SIZE = 48;

/** A box with children, or with a text. */
export const box = (style: Style, children?: string | CardNode[]): CardNode => ({
  type: 'div',
  props: {
    style: { display: 'flex', boxSizing: 'border-box', ...style },
    ...(children === undefined ? {} : { children }),
  },
});
/** A text that ends in an ellipsis where its line ends. */
export const line = (style: Style, text: string): CardNode => {
  const clipped = {
    display: 'block',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    direction: directionOf(text),
  };
  return box({ ...clipped, ...style }, text);
};

/** The share card, 1200 by 630 pixels, as boxes: the poll's card on a background of its ink. */
export function cardLayout(content: CardContent, { picture, avatar }: CardPictures = {}): CardNode {
  const width = picture === undefined ? INNER : INNER - PICTURE_SIZE.width - PICTURE_GAP;
  const words = box({ width, flexDirection: 'column', height: '100%' }, [
    question(content.question, width),
    options(content, width),
  ]);
  const body = box(
    {
      width: INNER,
      flexGrow: 1,
      flexShrink: 1,
      overflow: 'hidden',
      justifyContent: 'space-between',
      alignItems: 'center',
    },
    [words, ...(picture === undefined ? [] : [image(picture, PICTURE_SIZE.width, PICTURE_SIZE.height, 18)])],
  );
  return ground(content.ink, [header(content, avatar), body, footer(content)]);
}

const image = (src: string, width: number, height: number, radius: number): CardNode => ({
  type: 'img',
  props: { style: { borderRadius: radius, flexShrink: 0, objectFit: 'cover' }, src, width, height },
});

/** The card on its background; as high as its parts if it is `tall`. */
export function ground(ink: InkColors, parts: CardNode[], tall = false): CardNode {
  const padding = `30px ${PADDING}px 24px`;
  const border = `${EDGE}px solid ${ink.edge}`;
  const card = box(
    {
      width: CARD.width,
      ...(tall ? {} : { height: CARD.height }),
      flexDirection: 'column',
      background: LIGHT.surface,
      borderRadius: 28,
      padding,
      border,
    },
    parts,
  );
  const size = { width: CARD_WIDTH, ...(tall ? {} : { height: CARD_HEIGHT }), padding: MARGIN };
  return box({ ...size, background: ink.fill, color: LIGHT.ink, fontFamily: 'Onest', fontWeight: 500 }, [card]);
}

/** A card that fits every poll: it says where the link leads. */
export function plainLayout(): CardNode {
  const ink = LIGHT_INKS.citron;
  const words = box({ flexGrow: 1, flexDirection: 'column', justifyContent: 'center', width: INNER }, [
    box({ fontFamily: DISPLAY, fontWeight: 700, fontSize: 72, letterSpacing: '-0.012em' }, 'A poll on Inkling'),
    box({ marginTop: 16, fontSize: 32, color: LIGHT.ink2 }, 'Open it to see the question and to vote.'),
  ]);
  return ground(ink, [brand(), words]);
}

const brand = (): CardNode =>
  box({ alignItems: 'center', flexShrink: 0 }, [
    { type: 'img', props: { style: { borderRadius: 10 }, src: MARK, width: 44, height: 44 } },
    box({ marginLeft: 12, fontFamily: DISPLAY, fontWeight: 700, fontSize: 32 }, 'Inkling'),
  ]);

/** Picture and name of the author, and the wordmark. */
export function header(
  { author, username, ink }: Pick<CardContent, 'author' | 'username' | 'ink'>,
  avatar: string | undefined,
): CardNode {
  const round = { width: AVATAR_SIZE, height: AVATAR_SIZE, borderRadius: AVATAR_SIZE / 2, flexShrink: 0 };
  const colours = { background: ink.tint, color: ink.edge };
  const initial = box(
    { ...round, ...colours, alignItems: 'center', justifyContent: 'center', fontSize: 24, fontWeight: 700 },
    graphemesOf(author)[0]!.toUpperCase(),
  );
  const names = [
    line({ fontSize: 24, fontWeight: 700, maxWidth: 420 }, author),
    ...(username === null
      ? []
      : [line({ fontSize: 22, color: LIGHT.ink3, marginLeft: 12, maxWidth: 320 }, `@${username}`)]),
  ];
  return box({ width: INNER, alignItems: 'center', height: AVATAR_SIZE, flexShrink: 0, marginBottom: 8 }, [
    avatar === undefined ? initial : image(avatar, AVATAR_SIZE, AVATAR_SIZE, AVATAR_SIZE / 2),
    box({ marginLeft: 16, flexGrow: 1, alignItems: 'center' }, names),
    brand(),
  ]);
}

/** The font size of a question by its length; characters of Chinese, Japanese and Korean count twice. */
function questionSize(text: string, width: number): { fontSize: number; lineClamp: number } {
  const wide = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  const room = ((text.length + wide) * INNER) / width;
  if (room <= 70) return { fontSize: 52, lineClamp: 2 };
  return room <= 140 ? { fontSize: 40, lineClamp: 3 } : { fontSize: 30, lineClamp: 4 };
}

/** Longer questions are smaller, and one that still does not fit ends in an ellipsis. */
function question(text: string, width: number): CardNode {
  const direction = directionOf(text);
  const font = { fontFamily: DISPLAY, fontWeight: 700, letterSpacing: direction === 'rtl' ? 0 : '-0.012em' };
  return box({ width, flexGrow: 1, flexShrink: 1, alignItems: 'center', overflow: 'hidden' }, [
    box(
      {
        display: 'block',
        ...font,
        ...questionSize(text, width),
        lineHeight: 1.22,
        wordBreak: 'break-word',
        width,
        direction,
      },
      text,
    ),
  ]);
}

function options({ options: texts, results, ink }: CardContent, width: number): CardNode {
  const columns = texts.length >= COLUMNS_FROM ? 2 : 1;
  const [height, gap] = texts.length <= 3 ? [56, 12] : [48, 9];
  const direction = directionOf(texts.join(' '));
  const style = { width: columns === 2 ? (width - COLUMN_GAP) / 2 : width, height, marginBottom: gap };
  const rows = texts.map((text, index) => {
    const result = results?.[index];
    return result ? resultRow(text, result, ink, style) : ballotRow(text, style);
  });
  return box({ width, flexWrap: 'wrap', justifyContent: 'space-between', flexShrink: 0, direction }, rows);
}

function ballotRow(text: string, style: RowStyle): CardNode {
  return box(
    { ...style, border: `2px solid ${LIGHT.control}`, borderRadius: 14, alignItems: 'center', padding: '0 18px' },
    [
      box({ width: 24, height: 24, flexShrink: 0, border: `2px solid ${LIGHT.control}`, borderRadius: 7 }),
      line({ margin: '0 16px', fontSize: 25, width: style.width - 100 }, text),
    ],
  );
}

function resultRow(text: string, { percent, leads }: SharedResult, ink: InkColors, style: RowStyle): CardNode {
  // Zero percent has a short bar.
  const width = percent === 0 ? 6 : `${percent}%`;
  const side: Style = directionOf(text) === 'rtl' ? { right: 0 } : { left: 0 };
  const bar = { background: leads ? ink.fill : ink.tint, borderBottom: `4px solid ${ink.edge}` };
  return box(
    {
      ...style,
      position: 'relative',
      background: LIGHT.well,
      borderRadius: 14,
      overflow: 'hidden',
      alignItems: 'center',
      padding: '0 18px',
    },
    [
      box({ position: 'absolute', ...side, top: 0, bottom: 0, width, ...bar }),
      line(
        { position: 'relative', fontSize: 25, width: style.width - 130, ...(leads ? { fontWeight: 700 } : {}) },
        text,
      ),
      box(
        {
          position: 'relative',
          width: 94,
          direction: 'ltr',
          justifyContent: directionOf(text) === 'rtl' ? 'flex-start' : 'flex-end',
          fontSize: 27,
          fontWeight: 700,
        },
        `${percent}%`,
      ),
    ],
  );
}

function footer({ turnout, notes, ended, results }: CardContent): CardNode {
  const invitation = ended ? 'Poll ended' : results ? 'Vote on Inkling' : 'Vote to see the results';
  const pill: Style = ended
    ? { border: `3px solid ${LIGHT.ink3}`, color: LIGHT.ink3, borderRadius: 8 }
    : { background: LIGHT.ink, color: LIGHT.surface, borderRadius: 22 };
  return box(
    {
      width: INNER,
      borderTop: `3px dashed ${LIGHT.line}`,
      marginTop: 8,
      paddingTop: 16,
      justifyContent: 'space-between',
      alignItems: 'center',
      flexShrink: 0,
    },
    [
      box({ alignItems: 'baseline' }, [
        box({ fontSize: 26, fontWeight: 700 }, turnout),
        ...(notes.length === 0 ? [] : [box({ fontSize: 22, color: LIGHT.ink2, marginLeft: 14 }, notes.join(' · '))]),
      ]),
      box({ fontSize: 22, fontWeight: 700, height: 44, alignItems: 'center', padding: '0 22px', ...pill }, invitation),
    ],
  );
}
