import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Metrics } from '@inkling/platform';
import { WikiServer } from '@inkling/testing';
import { InsightsConfig } from '../config.js';
import { MediaWiki } from './media-wiki.js';

let server: WikiServer;
beforeAll(async () => {
  server = await WikiServer.start();
});
afterAll(() => server.close());
afterEach(() => {
  jest.restoreAllMocks();
  server.asked.length = 0;
});

const newWiki = (env: Record<string, string> = {}) =>
  new MediaWiki(InsightsConfig.parse({ WIKIPEDIA_BASE_URL: server.url, ...env }), '1.2.3', new Metrics('spec', '1'));
const ask = async (wiki: MediaWiki, titles = ['Tea']) => {
  try {
    await wiki.titled('en', titles, AbortSignal.timeout(30_000));
    return 'answered';
  } catch (error) {
    return (error as { kind: string }).kind;
  }
};

describe('a busy wiki', () => {
  it.each([
    ['too many requests', { status: 429, headers: { 'retry-after': '400' }, body: 'slow down' }, 400],
    ['maintenance', { status: 503, headers: { 'retry-after': '400' }, body: 'later' }, 400],
    [
      'lag',
      {
        headers: { 'retry-after': '400' },
        body: '{"error":{"code":"maxlag","info":"Waiting for a database: 7 seconds lagged"}}',
      },
      400,
    ],
    [
      'lag without a time',
      { body: '{"error":{"code":"maxlag","info":"Waiting for a database: 7 seconds lagged"}}' },
      30,
    ],
    ['an unreasonable time', { status: 429, headers: { 'retry-after': '99999999' } }, 3_600],
  ])('(%s) gets no requests for the requested time', async (_what, busy, seconds) => {
    const wiki = newWiki();
    server.script.push(busy);
    expect([await ask(wiki), wiki.paused, await ask(wiki), server.asked.length]).toEqual(['busy', true, 'busy', 1]);
    const { now } = Date;
    const jump = jest.spyOn(Date, 'now').mockImplementation(() => now() + (seconds - 10) * 1_000);
    expect([wiki.paused, await ask(wiki)]).toEqual([true, 'busy']);
    jump.mockImplementation(() => now() + (seconds + 1) * 1_000);
    expect([await ask(wiki), server.asked.length]).toEqual(['answered', 2]);
  });
});

describe('the address of the wiki', () => {
  it('may be a mirror for all languages, with or without a trailing slash', async () => {
    const [base] = server.url.split('/{language}');
    expect(newWiki({ WIKIPEDIA_BASE_URL: `${base}/mirror/` }).smallestRequest).toBe(
      `${base}/mirror/w/api.php?action=query&format=json&formatversion=2`,
    );
    expect(newWiki({ WIKIPEDIA_BASE_URL: undefined! }).host).toBe('en.wikipedia.org');
    expect(newWiki().headers['user-agent']).toBe('Inkling/1.2.3 (no contact given)');
  });
});

describe('the contact', () => {
  it('must be valid in a header', () => {
    const isTaken = (WIKIPEDIA_CONTACT: string) => InsightsConfig.safeParse({ WIKIPEDIA_CONTACT }).success;
    expect(isTaken('https://polls.example.org/help; help@polls.example.org')).toBe(true);
    expect(['Łucja <help@polls.example.org>', 'help@polls.example.org\r\nx-other: 1', 'a\u0000b'].map(isTaken)).toEqual(
      [false, false, false],
    );
  });
});
