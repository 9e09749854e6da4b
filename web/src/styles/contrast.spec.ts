import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { contrast, declared, over, resolve, sheets, type Theme } from './testing/css-colours';

/** WCAG AA: text, and graphics, borders or rings that carry meaning. */
const TEXT = 4.5;
const GRAPHIC = 3;
const INKS = ['citron', 'coral', 'sky', 'mint', 'orchid', 'apricot'];

/** A declaration in a style sheet, for colours that are not tokens. */
const at = (sheet: string, selector: string, property: string) => ({ sheet, selector, property });
type Value = string | ReturnType<typeof at>;

interface Pair {
  text: Value;
  /** Its background; of several, the last lies on the one before. */
  on: Value[];
  least: number;
  where: string;
  opacity?: number;
  /** Sections that are dark in both themes. */
  always?: Theme;
}

const FOOTNOTES = 'features/landing/components/footnotes.module.css';
const NOTIFICATION = 'features/notifications/components/notification-row.module.css';
const BRIEF = at(FOOTNOTES, '.brief', 'background');
const TOAST_SHEET = 'components/ui/toast.module.css';
const TOAST = at(TOAST_SHEET, '.root', 'background');
const pair = (text: Value, on: Value | Value[], where: string, least = TEXT, more: Partial<Pair> = {}): Pair => ({
  text,
  on: Array.isArray(on) ? on : [on],
  least,
  where,
  ...more,
});

/** Every colour pair of the design, and where it is used. Fill, tint and edge are computed for each of the six inks. */
const PAIRS: Pair[] = [
  pair('--ink', '--paper', 'page titles and text'),
  pair('--ink', '--surface', 'cards, dialogs, fields'),
  pair('--ink', '--well', 'results without votes, well buttons, Deep Dive'),
  pair('--ink', '--unread', 'unread notifications, the recovered draft'),
  pair('--ink', '--tint', 'results, hovered options, chips, topics'),
  pair('--ink', '--fill', 'the leading result, initials, the chosen day'),
  pair('--ink', ['--surface', 'color-mix(in srgb, var(--fill) 55%, var(--tint))'], 'a hovered topic'),
  pair('--ink', ['--fill', 'color-mix(in srgb, var(--edge) 16%, transparent)'], "the wet end of the leader's bar"),
  pair('--ink-2', '--paper', 'navigation, text of empty states'),
  pair('--ink-2', ['--paper', 'color-mix(in srgb, var(--ink) 5%, transparent)'], 'hovered navigation'),
  pair('--ink-2', '--surface', "a card's actions, text of dialogs"),
  pair('--ink-2', '--well', 'vote counts beside a bar, hovered icon buttons, the theme that is not chosen'),
  pair('--ink-2', '--tint', 'vote counts on a bar that does not lead'),
  pair('--ink-3', '--paper', 'times, hints, tabs, column heads'),
  pair('--ink-3', '--surface', 'usernames, times, placeholders, the tally line, the stamp'),
  pair('--ink-3', '--well', 'disclaimer of Deep Dive'),
  pair('--ink-3', '--unread', 'time of an unread notification'),
  pair('--ink-3', '--tint', "the option's number while hovered"),
  pair('--stamp', '--paper', 'error of a field on a page'),
  pair('--stamp', '--surface', 'a like, Delete Poll'),
  pair('--stamp', '--well', 'a like and Delete Poll while hovered'),
  pair('--good', '--paper', 'Live, Connected'),
  pair('--good', '--surface', 'the debug page'),
  pair('--on-ink', '--ink', 'offline note, skip link'),
  pair('--on-primary', '--primary', 'the filled button'),
  pair('--on-ink', '--stamp', 'destructive button, unread badge'),
  pair('--black', '--citron', 'highlighter, Create in the bottom bar, seal of a message'),
  pair('#14171c', '--citron', 'the same where a section turns its tokens round'),
  pair('--paper', '--ink', 'tooltip'),
  pair('--paper', ['--ink', 'color-mix(in srgb, var(--paper) 20%, transparent)'], 'topics in a tooltip'),
  pair(at('app/shell/shell.module.css', '.nav .isOn', 'color'), '--paper', 'where one is'),
  pair(
    at('app/shell/shell.module.css', '.nav .isOn', 'color'),
    'light-dark(var(--citron), #525C0E)',
    'where one is, on the swash',
  ),
  pair(
    '--ink',
    at('features/search/components/results.module.css', '.poll mark', 'background'),
    'what was searched for',
  ),
  pair(at(TOAST_SHEET, '.root', 'color'), TOAST, 'title of a message'),
  pair(at(TOAST_SHEET, '.root', 'color'), TOAST, 'sentence of a message', TEXT, {
    opacity: Number(declared(TOAST_SHEET, '.root div span', 'opacity')),
  }),
  pair('--stamp', '--unread', 'administration: text that is gone'),
  pair('--good', '--unread', 'administration: text that is new'),
  pair('--stamp', '--stamp-tint', 'administration: needs somebody now'),
  pair('--warn', '--well', 'administration: needs somebody soon'),
  pair('--good', '--well', 'administration: is well'),
  pair('--citron', '--well', 'administration: where one is', TEXT, { always: 'dark' }),
  pair('--citron', '--paper', 'administration: where one is, on a phone', TEXT, { always: 'dark' }),
  pair('--ink', '--black', 'landing: band and footer', TEXT, { always: 'dark' }),
  pair('--ink-2', '--black', 'landing: text of band and footer', TEXT, { always: 'dark' }),
  pair('--ink-3', '--black', 'landing: small print of the footer', TEXT, { always: 'dark' }),
  pair('--ink', BRIEF, 'landing: the sample of Deep Dive', TEXT, {
    always: 'dark',
  }),
  pair('--ink-3', BRIEF, 'landing: its disclaimer', TEXT, {
    always: 'dark',
  }),
  pair('--ink', at(FOOTNOTES, '.brief .source', 'background'), 'landing: its sources', TEXT, {
    always: 'dark',
  }),

  pair('--control', '--paper', 'borders of buttons and fields', GRAPHIC),
  pair('--control', '--surface', 'borders of options, boxes, buttons, fields', GRAPHIC),
  pair('--control', '--well', 'the knob of a switch that is off', GRAPHIC),
  pair('--stamp', '--surface', 'border of a field with an error', GRAPHIC),
  pair('--edge', '--surface', "border of a hovered option and of one's own choice", GRAPHIC),
  pair('--edge', '--well', 'rule under a bar, beside it', GRAPHIC),
  pair('--edge', '--tint', 'rule under a bar, icon of a chip, underline of a topic', GRAPHIC),
  pair('--ink', '--fill', 'tick of the chosen option on the leader', GRAPHIC),
  pair('--stamp', '--paper', 'the badge beside the navigation', GRAPHIC),
  pair(at('styles/controls.css', '.switch.is-on', '--rim'), '--surface', 'border of a switch that is on', GRAPHIC),
  ...['--unread', '--paper'].map((ground) =>
    pair(at(NOTIFICATION, '.root.isUnread', '--mark'), ground, 'edge of an unread notification', GRAPHIC),
  ),
  pair(at(TOAST_SHEET, '.root.isBad .seal', 'background'), TOAST, 'seal of a failure', GRAPHIC),
  pair(
    at(TOAST_SHEET, '.root.isBad .seal', 'color'),
    at(TOAST_SHEET, '.root.isBad .seal', 'background'),
    'sign on the seal of a failure',
    GRAPHIC,
  ),
  pair(
    at('components/media/media.module.css', '.ctl', 'color'),
    ['#FFFFFF', at('components/media/media.module.css', '.ctl', 'background')],
    'play and mute on the brightest film',
    GRAPHIC,
  ),
  ...['--paper', '--surface', '--well', '--unread', '--tint', '--fill'].map((ground) =>
    pair('--ink', ground, 'focus ring', GRAPHIC),
  ),
  pair('--ink', '--black', 'focus ring in the dark sections', GRAPHIC, { always: 'dark' }),
  pair(
    at(TOAST_SHEET, '.root :global(.icon-btn):focus-visible', 'outline-color'),
    TOAST,
    'focus ring of what closes a message',
    GRAPHIC,
  ),
];

const css = (value: Value): string =>
  typeof value === 'string'
    ? value.startsWith('--')
      ? `var(${value})`
      : value
    : declared(value.sheet, value.selector, value.property);
const named = (value: Value): string => (typeof value === 'string' ? value : `${value.property} of ${value.selector}`);

function ratioOf({ text, on, opacity, always }: Pair, theme: Theme, ink: string): number {
  const of = (value: Value) => resolve(css(value), always ?? theme, ink);
  const ground = on.slice(1).reduce((below, layer) => over(of(layer), below), of(on[0]!));
  return contrast(over(of(text), ground, opacity), ground);
}

test('the formula gives the known extremes', () => {
  expect(contrast([0, 0, 0, 1], [255, 255, 255, 1])).toBeCloseTo(21);
  expect(contrast([0x77, 0x77, 0x77, 1], [255, 255, 255, 1])).toBeCloseTo(4.48, 2);
});

describe.each<Theme>(['light', 'dark'])('%s theme', (theme) => {
  test.each(PAIRS.map((one) => [named(one.text), one.on.map(named).join(' under '), one.where, one] as const))(
    '%s on %s: %s',
    (_text, _on, _where, one) => {
      const inks = [one.text, ...one.on].some((value) => /--(fill|tint|edge)/.test(css(value))) ? INKS : ['citron'];
      const low = inks
        .map((ink) => ({ ink, ratio: ratioOf(one, theme, ink) }))
        .filter(({ ratio }) => ratio < one.least);
      expect(low).toEqual([]);
    },
  );
});

/** Neither text nor meaning: translucent layers and ornament. */
const EXEMPT = ['inherit', 'currentColor', '#0b0d10b8', '#23272f'];

test('the sign of every kind of notification can be made out on its seal', () => {
  const rows = readFileSync(
    join(process.cwd(), 'web/src/features/notifications/components/notification-row.tsx'),
    'utf8',
  );
  const seals = [...rows.matchAll(/colour: '([^']+)'/g)].map(([, value = '']) => value);
  expect(seals.length).toBeGreaterThan(4);
  for (const seal of seals)
    expect(contrast(resolve('var(--black)', 'light'), resolve(seal, 'light'))).toBeGreaterThanOrEqual(GRAPHIC);
});

test('the table knows every colour that a style sheet gives to text', () => {
  const known = new Set(PAIRS.map((one) => css(one.text)));
  const missing = [...sheets].flatMap(([path, text]) =>
    [...text.matchAll(/(?<=[\s;{])color:\s*([^;}]+)/g)]
      .map(([, value = '']) => value.trim())
      .filter((value) => !known.has(value) && !EXEMPT.includes(value))
      .map((value) => `${path}: ${value}`),
  );
  expect(missing).toEqual([]);
});

test("share cards and embedded polls have the style sheet's colours", () => {
  const source = readFileSync(join(process.cwd(), 'gateway/src/share/inks.ts'), 'utf8');
  const objects = (name: string) =>
    new RegExp(`${name}\\b[^=]*= \\{([\\s\\S]*?)\\}(?: as const)?;`).exec(source)?.[1] ?? '';
  const colours = (text: string) =>
    Object.fromEntries([...text.matchAll(/(\w+): '(#[0-9A-F]{6})'/g)].map(([, name, value]) => [name, value]));
  const css6 = (value: string, theme: Theme, ink?: string) =>
    `#${resolve(value, theme, ink)
      .slice(0, 3)
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')
      .toUpperCase()}`;
  for (const theme of ['light', 'dark'] as const) {
    const plain = colours(objects(theme.toUpperCase()));
    expect(Object.keys(plain).length).toBeGreaterThan(7);
    for (const [name, value] of Object.entries(plain))
      expect([theme, name, value]).toEqual([theme, name, css6(`var(--${name.replace(/(\d)$/, '-$1')})`, theme)]);
    const inks = objects(`${theme.toUpperCase()}_INKS`);
    for (const ink of INKS) {
      const found = colours(new RegExp(`${ink}: \\{([^}]*)`).exec(`${inks}}`)?.[1] ?? '');
      expect([theme, ink, found]).toEqual([
        theme,
        ink,
        {
          fill: css6('var(--fill)', theme, ink),
          tint: css6('var(--tint)', theme, ink),
          edge: css6('var(--edge)', theme, ink),
        },
      ]);
    }
  }
});
