import { OPTION_MAX } from './constants.js';

// Rules for typed text that the browser shares with the server, so nothing here imports the schemas.

/**
 * Invisible formatting, which can hide or reverse what others read. Joiners and direction marks are allowed, since they
 * have honest uses. Halves of surrogate pairs are no text.
 */
const DECEPTIVE =
  /[\u00ad\u061c\u180e\u200b\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\u{e0001}-\u{e007f}]|\p{Cs}/u;
/** The flags of England, Scotland and Wales consist of characters that are otherwise refused. */
const NATION = String.raw`\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073}`;
const FLAGS = new RegExp(String.raw`\u{1f3f4}\u{e0067}\u{e0062}(?:${NATION})\u{e007f}`, 'gu');

/** Whether a text is free of such formatting. */
export const isHonest = (text: string): boolean => !DECEPTIVE.test(text.replace(FLAGS, ''));

/** Excludes Hangul fillers and the empty Braille pattern, which count as letters and symbols but show nothing. */
const VISIBLE = /(?!\p{DI}|\u2800)[\p{L}\p{N}\p{P}\p{S}]/u;
/** Whether a text shows nothing. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);

/**
 * Replaces line breaks and tabs, with the spaces around them, by one space. Splits first: one expression that also
 * matches the spaces would take quadratic time.
 */
export const oneLine = (text: string): string =>
  text
    .split(/[\t\r\n\u2028\u2029]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');

/**
 * A key that is equal for texts that a reader cannot tell apart: case, spaces and the encoding of accents do not count.
 * Texts that are too long anyway are cut, because normalising a thousand accents is slow.
 */
export const asRead = (text: string): string =>
  text
    .slice(0, 2 * OPTION_MAX)
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .toLocaleLowerCase();
