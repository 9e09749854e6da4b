import type { PollPreview } from '@inkling/contracts';
import { drawable } from './card-text.js';
import { inkOf, LIGHT, LIGHT_INKS, type InkColors } from './inks.js';
import { CARD_HEIGHT, CARD_WIDTH } from './share-paths.js';
import { authorOf, hasEnded, resultsOf, votesOf, type SharedResult } from './shared-poll-text.js';

type Style = Record<string, string | number>;
type RowStyle = { readonly width: number; readonly height: number; readonly marginBottom: number };
/** An element as satori takes it; plain data, so that it can go to another thread. */
export interface CardNode {
  readonly type: 'div' | 'img';
  readonly props: { readonly style: Style; readonly children?: string | CardNode[]; readonly src?: string; readonly width?: number; readonly height?: number };
}

/** What a card shows, in words that its fonts can draw. Two polls with the same content have the same picture. */
export interface CardContent {
  readonly ink: InkColors;
  readonly question: string;
  readonly options: readonly string[];
  /** Absent where results are hidden. */
  readonly results: readonly SharedResult[] | null;
  readonly votes: string;
  readonly author: string;
  readonly username: string | null;
  readonly ended: boolean;
}

const MARK =
  'data:image/svg+xml;base64,' +
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="12" fill="#14171C"/><g transform="translate(6 8)"><path fill="none" stroke="#fff" stroke-width="3.3" stroke-linecap="round" d="M6.8 12.4C6.5 17.5 6.7 23 6.5 28.6M14.2 5.4C14.5 12.5 14 20.5 14.3 28.9M21.9 4.6C21.6 12 22 20 21.7 28.3M29.3 5.2C29.6 12.5 29.1 21 29.5 28.7"/><path fill="#fff" d="M5 3.6 9.4 2.7 8.5 7 4.2 7.7z"/><path fill="#DDF03C" d="M.6 24.8 3.2 19.2 34.8 5.6 35.6 6.6 32.9 12.5 1.4 26.2z"/></g></svg>',
  ).toString('base64');
const DISPLAY = 'Familjen Grotesk';
const COLUMNS_FROM = 5;
// Every width is given: a text too long for its line would otherwise push the picture apart.
const MARGIN = 32;
const PADDING = 44;
const EDGE = 2;
const CARD = { width: CARD_WIDTH - 2 * MARGIN, height: CARD_HEIGHT - 2 * MARGIN };
const INNER = CARD.width - 2 * (PADDING + EDGE);
const COLUMN_GAP = 14;

/** Reads from a poll what its card shows. */
export function cardContent(poll: PollPreview, now = Date.now()): CardContent {
  const username = poll.user?.username ? drawable(poll.user.username) : undefined;
  return {
    ink: LIGHT_INKS[inkOf(poll.id)],
    question: drawable(poll.question) ?? 'A poll on Inkling',
    options: poll.options.map(({ text }, index) => drawable(text) ?? `Option ${index + 1}`),
    results: resultsOf(poll) ?? null,
    votes: votesOf(poll.votesCount),
    author: drawable(authorOf(poll)) ?? username ?? 'Someone on Inkling',
    username: username ?? null,
    ended: hasEnded(poll, now),
  };
}

const box = (style: Style, children?: string | CardNode[]): CardNode => ({ type: 'div', props: { style: { display: 'flex', boxSizing: 'border-box', ...style }, ...(children === undefined ? {} : { children }) } });
const line = (style: Style, text: string): CardNode => box({ display: 'block', whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis', ...style }, text);

/** The picture, 1200 by 630, as boxes: the card of visual language on a ground of the poll's ink. */
export function cardLayout(content: CardContent): CardNode {
  return ground(content.ink, [header(content), question(content.question), options(content), footer(content)]);
}

function ground(ink: InkColors, parts: CardNode[]): CardNode {
  const padding = `30px ${PADDING}px 24px`;
  const border = `${EDGE}px solid ${ink.edge}`;
  const card = box({ ...CARD, flexDirection: 'column', background: LIGHT.surface, borderRadius: 28, padding, border }, parts);
  const size = { width: CARD_WIDTH, height: CARD_HEIGHT, padding: MARGIN };
  return box({ ...size, background: ink.fill, color: LIGHT.ink, fontFamily: 'Onest', fontWeight: 500 }, [card]);
}

/** A card for any poll: it says where the link leads, and nothing that would have to be drawn for this poll. */
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

function header({ author, username, ink }: CardContent): CardNode {
  const initial = box({ width: 48, height: 48, borderRadius: 24, background: ink.tint, color: ink.edge, alignItems: 'center', justifyContent: 'center', fontSize: 24, fontWeight: 700 }, [...author][0]!.toUpperCase());
  const names = [line({ fontSize: 24, fontWeight: 700, maxWidth: 420 }, author), ...(username === null ? [] : [line({ fontSize: 22, color: LIGHT.ink3, marginLeft: 12, maxWidth: 320 }, `@${username}`)])];
  return box({ width: INNER, alignItems: 'center', height: 48, flexShrink: 0 }, [
    initial,
    box({ marginLeft: 16, flexGrow: 1, alignItems: 'center' }, names),
    brand(),
  ]);
}

/** The longer, the smaller: what still does not fit ends in an ellipsis. */
function question(text: string): CardNode {
  const [fontSize, lineClamp] = text.length <= 70 ? [52, 2] : text.length <= 140 ? [40, 3] : [30, 4];
  return box({ width: INNER, flexGrow: 1, flexShrink: 1, alignItems: 'center', overflow: 'hidden' }, [
    box({ display: 'block', fontFamily: DISPLAY, fontWeight: 700, fontSize, lineHeight: 1.14, letterSpacing: '-0.012em', lineClamp, wordBreak: 'break-word', width: INNER }, text),
  ]);
}

function options({ options: texts, results, ink }: CardContent): CardNode {
  const columns = texts.length >= COLUMNS_FROM ? 2 : 1;
  const [height, gap] = texts.length <= 3 ? [56, 12] : [48, 9];
  const width = columns === 2 ? (INNER - COLUMN_GAP) / 2 : INNER;
  const rows = texts.map((text, index) => {
    const result = results?.[index];
    const style = { width, height, marginBottom: gap };
    return result ? resultRow(text, result, ink, style) : ballotRow(text, style);
  });
  return box({ width: INNER, flexWrap: 'wrap', justifyContent: 'space-between', flexShrink: 0 }, rows);
}

function ballotRow(text: string, style: RowStyle): CardNode {
  return box({ ...style, border: `2px solid ${LIGHT.control}`, borderRadius: 14, alignItems: 'center', padding: '0 18px' }, [
    box({ width: 24, height: 24, flexShrink: 0, border: `2px solid ${LIGHT.control}`, borderRadius: 7 }),
    line({ marginLeft: 16, fontSize: 25, width: style.width - 84 }, text),
  ]);
}

function resultRow(text: string, { percent, leads }: SharedResult, ink: InkColors, style: RowStyle): CardNode {
  // Zero keeps a short rule.
  const width = percent === 0 ? 6 : `${percent}%`;
  return box({ ...style, position: 'relative', background: LIGHT.well, borderRadius: 14, overflow: 'hidden', alignItems: 'center', padding: '0 18px' }, [
    box({ position: 'absolute', left: 0, top: 0, bottom: 0, width, background: leads ? ink.fill : ink.tint, borderBottom: `4px solid ${ink.edge}` }),
    line({ position: 'relative', fontSize: 25, width: style.width - 130, ...(leads ? { fontWeight: 700 } : {}) }, text),
    box({ position: 'relative', width: 94, justifyContent: 'flex-end', fontSize: 27, fontWeight: 700 }, `${percent}%`),
  ]);
}

function footer({ votes, ended, results }: CardContent): CardNode {
  const invitation = ended ? 'Poll ended' : results ? 'Vote on Inkling' : 'Vote to see the results';
  const pill: Style = ended ? { border: `3px solid ${LIGHT.ink3}`, color: LIGHT.ink3, borderRadius: 8 } : { background: LIGHT.ink, color: LIGHT.surface, borderRadius: 22 };
  return box({ width: INNER, borderTop: `3px dashed ${LIGHT.line}`, marginTop: 8, paddingTop: 16, justifyContent: 'space-between', alignItems: 'center', flexShrink: 0 }, [
    box({ fontSize: 26, fontWeight: 700 }, votes),
    box({ fontSize: 22, fontWeight: 700, height: 44, alignItems: 'center', padding: '0 22px', ...pill }, invitation),
  ]);
}
