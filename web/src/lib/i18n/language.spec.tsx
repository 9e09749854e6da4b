import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { CONTEXTS, MOODS, SEASONS } from '@inkling/contracts/constants';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Fragment, useState } from 'react';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ApiFailure, messageOf } from '../api';
import { agoInWords, longAgo } from '../relative-time';
import { shortAgo, shortDay, timeLeft } from '../time';
import { activate } from './active';
import { de } from './de';
import { Filled } from './filled';
import { dateFormat, formatNumber, formatPercent } from './format';
import { t, termOf, useLocale, type MessageKey } from './index';
import { bestLocale, chooseLanguage, startLanguage } from './language';
import type { Message } from './translation';

type Area = Record<string, Message>;

/** The English catalogue, straight from its files. */
async function english(): Promise<Record<string, Area>> {
  const files = readdirSync(join(import.meta.dirname, 'en'));
  const modules = await Promise.all(
    files.map((file) => import(`./en/${file.slice(0, -3)}`) as Promise<{ default: Record<string, Area> }>),
  );
  // Jest compiles the files to CommonJS, whose exports come as the default.
  return Object.assign({}, ...modules.map((module) => module.default)) as Record<string, Area>;
}
const variables = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))].sort((a, b) => (a < b ? -1 : 1));
const forms = (message: Message): string[] => (typeof message === 'string' ? [message] : Object.values(message));

let languages: string[];
beforeEach(() => {
  localStorage.clear();
  languages = ['en-US'];
  jest.spyOn(navigator, 'languages', 'get').mockImplementation(() => languages);
});
afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  act(() => activate('en', null));
});

describe('the German catalogue', () => {
  test('has every sentence of the English one, with its variables, in every plural form of German', async () => {
    const odd: string[] = [];
    const source = await english();
    const own = de as unknown as Record<string, Area>;
    expect(Object.keys(source).sort()).toEqual(
      Object.keys(own)
        .filter((area) => area !== 'failures' && area !== 'terms')
        .sort(),
    );
    for (const [area, messages] of Object.entries(source)) {
      expect([area, Object.keys(own[area] ?? {}).sort()]).toEqual([area, Object.keys(messages).sort()]);
      for (const [key, message] of Object.entries(messages)) {
        const translated = own[area]![key]!;
        const wanted = variables(forms(message).join(' '));
        if (
          typeof message === 'string'
            ? typeof translated !== 'string'
            : typeof translated === 'string' || translated.one === undefined
        )
          odd.push(`${area}.${key}: forms`);
        for (const form of forms(translated))
          if (form === '' || String(variables(form)) !== String(wanted)) odd.push(`${area}.${key}: ${form}`);
      }
    }
    expect(odd).toEqual([]);
  });

  test('sets quotation marks, spaces before units and dots as German does', () => {
    const sentences = Object.values(de as unknown as Record<string, Area>).flatMap((area) =>
      Object.values(area).flatMap(forms),
    );
    const wrong = (text: string) =>
      /\.\.\.|”|"|\d %|\{percent\}%|\d MB| …/.test(text) || text.split('„').length !== text.split('“').length;
    expect(sentences.filter(wrong)).toEqual([]);
  });

  test('has a word for every term of the server', () => {
    expect(Object.keys(de.terms).sort()).toEqual([...MOODS, ...CONTEXTS, ...SEASONS].sort());
  });
});

describe('in German', () => {
  beforeEach(() => activate('de', de));
  const now = new Date(2026, 10, 21, 12).getTime();
  const ago = (ms: number) => new Date(now - ms).toISOString();

  test('numbers, plurals and percent', () => {
    expect(formatNumber(12_345)).toBe('12.345');
    expect(formatPercent(58)).toBe('58\u00a0%');
    expect([0, 1, 2, 1_283].map((count) => t('polls.votes', { count }))).toEqual([
      '0 Stimmen',
      '1 Stimme',
      '2 Stimmen',
      '1.283 Stimmen',
    ]);
  });

  test('times and days', () => {
    expect([30_000, 12 * 60_000, 3 * 3_600_000, 8 * 86_400_000].map((ms) => shortAgo(ago(ms), now))).toEqual([
      'jetzt',
      '12\u00a0Min.',
      '3\u00a0Std.',
      '8\u00a0T.',
    ]);
    expect([3 * 3_600_000, 86_400_000, 10_000].map((ms) => longAgo(ago(ms), now))).toEqual([
      'vor 3 Stunden',
      'vor 1 Tag',
      'vor weniger als einer Minute',
    ]);
    expect(['4h ago', '2mo ago', 'just now', 'once upon a time'].map(agoInWords)).toEqual([
      'vor 4 Std.',
      'vor 2\u00a0Monaten',
      'jetzt',
      'once upon a time',
    ]);
    expect([-86_400_000, -19 * 3_600_000].map((ms) => timeLeft(ago(ms), now))).toEqual([
      'noch 1 Tag',
      'noch 19 Stunden',
    ]);
    expect(timeLeft(ago(7 * 86_400_000), now)).toBe('Beendet am 14. Nov.');
    expect(shortDay(new Date(2025, 2, 3), now)).toBe('3. März 2025');
    expect(
      dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })(new Date(2026, 10, 22)),
    ).toBe('Sonntag, 22. November 2026');
  });

  test('a sentence whose verb depends on how many it is about', () => {
    const said = (count: number, who: string) => {
      const { container } = render(
        <Filled message="notifications.votedSome" count={count} parts={{ who: <b>{who}</b> }} />,
      );
      return container.textContent;
    };
    expect(said(1, 'Noor')).toBe('Noor hat bei deiner Umfrage abgestimmt');
    expect(said(24, 'Noor und 23 weitere')).toBe('Noor und 23 weitere haben bei deiner Umfrage abgestimmt');
  });

  test("a failure is translated by its code, and keeps the server's sentence where the code is unknown", () => {
    expect(messageOf(new ApiFailure(409, 'already-voted', 'You have already voted on this poll.'), 'x')).toBe(
      'Du hast bei dieser Umfrage schon abgestimmt.',
    );
    expect(messageOf(new ApiFailure(418, 'teapot', 'Short and stout.'), 'x')).toBe('Short and stout.');
    expect(messageOf(new Error('internal'), 'So nicht.')).toBe('So nicht.');
    expect(termOf('everyday life')).toBe('Alltag');
  });
});

test('in English a failure and a term are told in the words of the server, as they come', () => {
  expect(messageOf(new ApiFailure(409, 'already-voted', 'Twice is once too often.'), 'x')).toBe(
    'Twice is once too often.',
  );
  expect(messageOf(new ApiFailure(500, 'internal', ''), 'Please try again.')).toBe('Please try again.');
  expect([termOf('new year'), termOf(null)]).toEqual(['new year', '']);
  expect([formatPercent(29), formatNumber(1_283), shortAgo(new Date(0).toISOString(), 5 * 60_000)]).toEqual([
    '29%',
    '1,283',
    '5m',
  ]);
});

describe('the choice', () => {
  test('automatic takes the first of the browser’s languages that there is', () => {
    expect(bestLocale(['fr-CA', 'de-AT', 'en'])).toBe('de');
    expect(bestLocale(['EN-gb', 'de'])).toBe('en');
    expect(bestLocale(['fr', 'constructor', ''])).toBe('en');
  });

  test('the start waits for the language of the browser, and the document says so', async () => {
    languages = ['de-DE', 'en'];
    await startLanguage();
    expect(document.documentElement.lang).toBe('de');
    expect(t('ui.close')).toBe('Schließen');
  });

  test('a switch changes what is on screen and keeps what was typed, and the choice outlives the page', async () => {
    const Words = ({ of }: { of: MessageKey }) => <span>{t(of)}</span>;
    function Page() {
      useLocale();
      const [text, setText] = useState('');
      return (
        <Fragment>
          <Words of="ui.retry" />
          <input value={text} onChange={({ target }) => setText(target.value)} />
        </Fragment>
      );
    }
    render(<Page />);
    await userEvent.type(screen.getByRole('textbox'), 'halb fertig');
    await act(() => chooseLanguage('de'));
    expect(screen.getByText('Noch einmal')).toBeTruthy();
    expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe('halb fertig');
    expect(localStorage.getItem('inkling_language')).toBe('de');
    await act(() => chooseLanguage('auto'));
    expect(screen.getByText('Retry')).toBeTruthy();
    expect([document.documentElement.lang, localStorage.getItem('inkling_language')]).toEqual(['en', null]);
  });

  test('the language that was chosen last wins, however the fetching went', async () => {
    await Promise.all([chooseLanguage('de'), chooseLanguage('en')]);
    expect(document.documentElement.lang).toBe('en');
  });
});
