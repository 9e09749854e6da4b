import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const tokens = readFileSync(join(process.cwd(), 'web/src/styles/tokens.css'), 'utf8');
const overlays = readFileSync(join(process.cwd(), 'web/src/styles/overlays.css'), 'utf8');
const INKS = ['citron', 'coral', 'sky', 'mint', 'orchid', 'apricot'];
type Theme = 'light' | 'dark';

/** A token's colour in a theme; the rules are searched in `block`, which starts with the given selector. */
function colour(name: string, theme: Theme, selector = ':root {'): string {
  const block = tokens.slice(tokens.indexOf(selector));
  const value = new RegExp(`--${name}:\\s*(?:light-dark\\((#[0-9A-F]{6}),\\s*(#[0-9A-F]{6})\\)|(#[0-9A-F]{6}))`, 'i').exec(block);
  if (!tokens.includes(selector) || !value) throw new Error(`tokens.css has no colour --${name} at ${selector}`);
  const [, light, dark, both] = value;
  return both ?? (theme === 'light' ? light! : dark!);
}

/** The two colours that a rule of overlays.css sets by `light-dark()`: ground and text. */
function pairOf(selector: string, theme: Theme): [ground: string, text: string] {
  const rule = new RegExp(`^${selector.replaceAll('.', '\\.')} \\{([^}]*)\\}`, 'm').exec(overlays)?.[1] ?? '';
  const of = (property: string) => {
    const value = new RegExp(`(?:^|[\\s;])${property}:\\s*light-dark\\((#\\w+),\\s*(#\\w+)\\)`).exec(rule);
    if (!value) throw new Error(`overlays.css has no ${property} with light-dark() at ${selector}`);
    const hex = theme === 'light' ? value[1]! : value[2]!;
    return hex.length === 4 ? hex.replaceAll(/[0-9a-f]/gi, '$&$&') : hex;
  };
  return [of('background'), of('color')];
}

/** `over` with the given opacity, on `ground`. */
function blend(over: string, ground: string, opacity: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [top, below] = [over, ground].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number];
    return Math.round(top * opacity + below * (1 - opacity)).toString(16).padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

/** WCAG 2 relative luminance of `#RRGGBB`. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** WCAG AA: text, and graphics or borders that carry meaning. */
const TEXT = 4.5;
const GRAPHIC = 3;

const GROUNDS = ['paper', 'surface', 'well', 'unread'];
const TEXT_PAIRS: [text: string, ground: string][] = [
  ...GROUNDS.flatMap((ground): [string, string][] => ['ink', 'ink-2', 'ink-3'].map((text) => [text, ground])),
  ...['stamp', 'good', 'warn', 'info'].flatMap((text): [string, string][] => ['paper', 'surface'].map((ground) => [text, ground])),
  ['stamp', 'stamp-tint'],
  ['on-ink', 'ink'],
  ['on-primary', 'primary'],
  ['on-ink', 'stamp'],
  ['black', 'citron'],
];
const GRAPHIC_PAIRS: [graphic: string, ground: string][] = [
  ['control', 'paper'],
  ['control', 'surface'],
];

test('the formula gives the known extremes', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21);
  expect(contrast('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2);
});

describe.each<Theme>(['light', 'dark'])('%s theme', (theme) => {
  test.each(TEXT_PAIRS)('--%s is readable on --%s', (text, ground) => {
    expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(TEXT);
  });

  test.each(GRAPHIC_PAIRS)('--%s can be made out on --%s', (graphic, ground) => {
    expect(contrast(colour(graphic, theme), colour(ground, theme))).toBeGreaterThanOrEqual(GRAPHIC);
  });

  test('a toast: title, its paler sentence, and the seal of a failure', () => {
    const [ground, text] = pairOf('.toast', theme);
    const paler = Number(/\.toast div span \{[^}]*opacity: ([.\d]+)/.exec(overlays)?.[1]);
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(TEXT);
    expect(contrast(blend(text, ground, paler), ground)).toBeGreaterThanOrEqual(TEXT);
    const [seal, sign] = pairOf('.toast.is-bad .seal', theme);
    expect(contrast(sign, seal)).toBeGreaterThanOrEqual(GRAPHIC);
    expect(contrast(seal, ground)).toBeGreaterThanOrEqual(GRAPHIC);
  });

  test.each(INKS)('ink %s: text on fill and tint, edge on what lies beside it', (ink) => {
    const of = (name: string) => colour(name, theme, `[data-ink="${ink}"]`);
    for (const ground of [of('fill'), of('tint')]) expect(contrast(colour('ink', theme), ground)).toBeGreaterThanOrEqual(TEXT);
    // Vote counts of the rows that do not lead.
    expect(contrast(colour('ink-2', theme), of('tint'))).toBeGreaterThanOrEqual(TEXT);
    for (const ground of [of('tint'), colour('surface', theme), colour('well', theme)]) {
      expect(contrast(of('edge'), ground)).toBeGreaterThanOrEqual(GRAPHIC);
    }
  });
});
