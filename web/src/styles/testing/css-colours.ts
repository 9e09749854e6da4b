import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Theme = 'light' | 'dark';
/** Red, green, blue from 0 to 255, and opacity from 0 to 1. */
type Colour = readonly [red: number, green: number, blue: number, alpha: number];

const SOURCE = join(process.cwd(), 'web/src');

/** Every style sheet of the application by its path below web/src, without comments. */
export const sheets: ReadonlyMap<string, string> = new Map(
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .map((path) => [path, readFileSync(join(SOURCE, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')]),
);

/** The declarations of the first rule in `sheet` with exactly this selector that has the property. */
export function declared(sheet: string, selector: string, property: string): string {
  const text = sheets.get(sheet);
  if (text === undefined) throw new Error(`There is no style sheet ${sheet}`);
  for (const [, selectors = '', body = ''] of text.matchAll(/([^{};]+)\{([^{}]*)\}/g)) {
    if (!selectors.split(/,(?![^(]*\))/).some((one) => one.trim() === selector)) continue;
    const value = body
      .split(/;(?![^(]*\))/)
      .map((line) => line.trim())
      .find((line) => line.startsWith(`${property}:`));
    if (value) return value.slice(property.length + 1).trim();
  }
  throw new Error(`${sheet} declares no ${property} at ${selector}`);
}

/** Arguments of a CSS function, split at its own commas only. */
function argumentsOf(inside: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of inside) {
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
  }
  return parts.map((part) => part.trim());
}

function hex(text: string): Colour {
  const digits = text.slice(1);
  const full = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const at = (index: number) => Number.parseInt(full.slice(index, index + 2), 16);
  return [at(0), at(2), at(4), full.length === 8 ? at(6) / 255 : 1];
}

/**
 * The colour that a CSS value evaluates to.
 * @param value `#RRGGBB`, `transparent`, `var()`, `light-dark()` or `color-mix(in srgb, ...)`
 * @param ink whose fill, tint and edge apply
 * @throws for anything else, so that an unreadable value is not skipped
 */
export function resolve(value: string, theme: Theme, ink = 'citron'): Colour {
  if (/^#[0-9a-f]{3,8}$/i.test(value)) return hex(value);
  if (value === 'transparent') return [0, 0, 0, 0];
  const [, name = '', inside = ''] = /^([a-z-]+)\((.*)\)$/i.exec(value) ?? [];
  const parts = argumentsOf(inside);
  if (name === 'light-dark') return resolve(parts[theme === 'light' ? 0 : 1]!, theme, ink);
  if (name === 'var') return resolve(token(parts[0]!, ink), theme, ink);
  if (name === 'color-mix' && parts[0] === 'in srgb') {
    const [, first = '', share = '50'] = /^(.*?)(?:\s+(\d+)%)?$/.exec(parts[1]!) ?? [];
    return mix(resolve(first, theme, ink), resolve(parts[2]!, theme, ink), Number(share) / 100);
  }
  throw new Error(`Not a colour that can be computed: ${value}`);
}

function token(name: string, ink: string): string {
  const perInk = ['--fill', '--tint', '--edge'].includes(name);
  return declared('styles/tokens.css', perInk ? `[data-ink="${ink}"]` : ':root', name);
}

/** `share` of the first in the second, with premultiplied opacity as in CSS. */
function mix(one: Colour, other: Colour, share: number): Colour {
  const alpha = one[3] * share + other[3] * (1 - share);
  const part = (index: 0 | 1 | 2) =>
    alpha === 0 ? 0 : (one[index] * one[3] * share + other[index] * other[3] * (1 - share)) / alpha;
  return [part(0), part(1), part(2), alpha];
}

/** A colour as it looks on an opaque ground. */
export function over(top: Colour, ground: Colour, opacity = 1): Colour {
  const alpha = top[3] * opacity;
  const part = (index: 0 | 1 | 2) => top[index] * alpha + ground[index] * (1 - alpha);
  return [part(0), part(1), part(2), 1];
}

/** WCAG 2 relative luminance. */
function luminance(colour: Colour): number {
  const [red, green, blue] = colour.slice(0, 3).map((byte) => {
    const part = byte / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2 contrast ratio of two opaque colours, 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}
