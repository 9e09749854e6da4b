import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { insightsRpc } from '@inkling/contracts';
import { WikiServer, eventually, outcome, tally } from '@inkling/testing';
import { InsightsStack } from '../insights.spec-support.js';

const TRAIN =
  'A train is a series of connected vehicles that run along a railway track and transport people or freight.';
const FLIGHT =
  'Flight is the process by which an object moves through a space without contacting any planetary surface.';
const ZUG =
  'Ein Nachtzug ist ein Zug im Fernverkehr, der hauptsächlich in den Nachtstunden fährt und Schlafwagen führt.';
const LICENSE = { name: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/deed.en' };

let wiki: WikiServer;
let insights: InsightsStack;
beforeAll(async () => {
  wiki = await WikiServer.start();
  insights = await InsightsStack.start({
    OPENAI_API_KEY: '',
    WIKIPEDIA_BASE_URL: wiki.url,
    WIKIPEDIA_CONTACT: 'operator@example.org',
    WIKIPEDIA_TIMEOUT_MS: '1500',
    INSIGHTS_PROBE_MS: '100',
    INSIGHTS_PER_USER_PER_DAY: '3',
    APP_VERSION: '9.8.7',
  });
});
afterAll(async () => {
  await insights.stop();
  await wiki.close();
});
afterEach(() => {
  wiki.asked.length = 0;
  wiki.script.length = 0;
  for (const language of Object.keys(wiki.articles)) delete wiki.articles[language];
});

let strangers = 10_000;
/** A user who has not asked for anything yet. */
const stranger = (): number => (strangers += 1);

/** English articles about the poll that `InsightsStack.poll` creates. */
const stock = (): void => {
  wiki.articles['en'] = { 'Night train': { extract: TRAIN }, Flight: { extract: FLIGHT, redirects: ['Flights'] } };
};
const passage = (language: string, title: string, text: string) => ({
  title,
  url: `https://${language}.wikipedia.example/wiki/${encodeURIComponent(title.replaceAll(' ', '_'))}`,
  text,
  license: LICENSE,
});

describe('passages from Wikipedia', () => {
  it('come from the articles that the poll names, with title, address and licence, and are stored', async () => {
    stock();
    const id = await insights.poll({ question: 'Night train or flight?', options: ['Night train', 'Flight'] });
    const passages = [passage('en', 'Night train', TRAIN), passage('en', 'Flight', FLIGHT)];
    const written = await insights.generate(id, 11);
    expect(written).toEqual({
      insights: `${TRAIN}\n${FLIGHT}`,
      sources: passages.map(({ url }) => url),
      hasInsights: true,
      generating: false,
      generatedAt: expect.any(String),
      kind: 'passages',
      passages,
      nothingFound: false,
    });
    expect(await insights.generate(id, 12)).toEqual(written);
    expect(await insights.get(id)).toEqual(written);
    expect([wiki.asked.length, await insights.charged(11), await insights.charged(12)]).toEqual([1, 1, 0]);
  });

  it('cost one look-up when a hundred callers ask concurrently', async () => {
    stock();
    const release = Promise.withResolvers<void>();
    wiki.script.push({ after: release.promise });
    const id = await insights.poll({ options: ['Night train', 'Flight'] });
    const answers = tally(Array.from({ length: 100 }, (_, index) => insights.generate(id, 1_000 + index)));
    await eventually(() => wiki.asked.length === 1);
    release.resolve();
    expect([await answers, wiki.asked.length]).toEqual([{ ok: 100 }, 1]);
  });

  it('are requested politely, and only with words of the poll', async () => {
    stock();
    const question = 'Does @noor.haddad (noor@haddad.example, https://haddad.example/?id=77) take a night train?';
    await insights.generate(
      await insights.poll({ question, options: ['Night train | "Flight": #insource', 'Flight'], authorId: 4_711 }),
      815,
    );
    expect(wiki.asked.length).toBeLessThanOrEqual(3);
    for (const { headers, path, query } of wiki.asked) {
      expect(headers['user-agent']).toBe('Inkling/9.8.7 (operator@example.org)');
      expect(query['maxlag']).toBe('5');
      expect(decodeURIComponent(path)).not.toMatch(/noor|haddad|example|77|4711|815/i);
      expect((query['titles'] ?? query['gsrsearch'])!).toMatch(/^[\p{L}\p{N}'’. |-]+$/u);
      expect(Object.keys(headers).toSorted()).toEqual([
        'accept',
        'accept-encoding',
        'accept-language',
        'connection',
        'host',
        'sec-fetch-mode',
        'user-agent',
      ]);
    }
  });

  it.each([
    ['German', 'Nachtzug oder Flugzeug für die Reise?', ['Nachtzug', 'Flugzeug'], 'de', 'Nachtzug', ZUG],
    [
      'Spanish',
      '¿Tren o avión para las vacaciones?',
      ['Tren', 'Avión'],
      'es',
      'Tren',
      'El tren es un vehículo compuesto por una serie de vagones que circula sobre carriles.',
    ],
    [
      'Japanese',
      '犬派ですか、猫派ですか？',
      ['犬', '猫'],
      'ja',
      '犬',
      'イヌは、食肉目イヌ科イヌ属に分類される哺乳類の一種であり、人間の社会で家族の一員として広く飼われている。',
    ],
    [
      'Arabic',
      'هل تفضل القطار أم الطائرة؟',
      ['القطار', 'الطائرة'],
      'ar',
      'قطار',
      'القطار هو شكل من أشكال النقل بالسكك الحديدية يتكون من سلسلة من العربات المتصلة.',
    ],
  ])('are in the language of a poll in %s', async (_name, question, options, language, title, extract) => {
    wiki.articles[language] = { [title]: { extract } };
    expect((await insights.generate(await insights.poll({ question, options }), stranger())).passages).toEqual([
      passage(language, title, extract),
    ]);
    expect(new Set(wiki.asked.map((asked) => asked.language))).toEqual(new Set([language]));
  });
});

describe('unsuitable content', () => {
  it('is left out: disambiguation pages, other meanings, unrelated hits, redirects to sections', async () => {
    wiki.articles['en'] = {
      Spring: {
        extract: 'Spring most commonly refers to one of the following things, of which there are many.',
        disambiguation: true,
      },
      'Spring (device)': {
        extract: 'A spring is a device consisting of an elastic but largely rigid material that can store energy.',
      },
      'Spring (season)': {
        extract: 'Spring is one of the four temperate seasons, succeeding winter and preceding summer of the year.',
      },
      'History of calendars': {
        extract: 'The history of calendars covers practices with ancient roots about autumn leaves and their counting.',
        redirects: ['Autumn leaves'],
        fragment: 'Leaves',
      },
    };
    const { passages } = await insights.generate(
      await insights.poll({ question: 'Which season is best?', options: ['Spring', 'Autumn leaves'] }),
      21,
    );
    expect(passages.map(({ title }) => title)).toEqual(['Spring (season)']);
  });

  it('may be all there is, which is reported and stored, so that it costs nothing again', async () => {
    const id = await insights.poll({ question: 'Which one, Brzlfk or Quxmpf?', options: ['Brzlfk', 'Quxmpf'] });
    const nothing = await insights.generate(id, 22);
    expect(nothing).toMatchObject({
      insights: '',
      sources: [],
      hasInsights: false,
      generating: false,
      kind: 'passages',
      passages: [],
      nothingFound: true,
    });
    const requests = wiki.asked.length;
    expect(requests).toBeGreaterThan(0);
    expect(requests).toBeLessThanOrEqual(3);
    expect([await insights.generate(id, 23), await insights.get(id)]).toEqual([nothing, nothing]);
    expect([wiki.asked.length, await insights.charged(23)]).toEqual([requests, 0]);
  });

  it('may be a poll without any name, for which no request is made', async () => {
    expect(
      await insights.generate(await insights.poll({ question: 'Yes or no?', options: ['Yes', 'No'] }), 24),
    ).toMatchObject({ nothingFound: true });
    expect(wiki.asked).toEqual([]);
  });

  it('may be harmful, so passages are short plain text with http or https addresses', async () => {
    wiki.articles['en'] = {
      Tea: {
        extract:
          '<script>alert(1)</script><img src=x onerror=alert(2)>' +
          'Tea is an <b>aromatic</b> beverage prepared by pouring water over leaves. '.repeat(40),
      },
      Coffee: {
        extract:
          'Coffee\u0000 is a beverage\u202e brewed from roasted, ground coffee beans. ' + '<script>'.repeat(2_000),
      },
      Milk: { extract: FLIGHT, fullurl: 'javascript:alert(1)' },
    };
    const {
      passages,
      sources,
      insights: text,
    } = await insights.generate(
      await insights.poll({ question: 'Which drink?', options: ['Tea', 'Coffee', 'Milk'] }),
      25,
    );
    expect(passages.map(({ title }) => title)).toEqual(['Tea', 'Coffee']);
    expect(sources).toEqual(passages.map(({ url }) => url));
    expect(passages[1]!.text).toBe('Coffee is a beverage brewed from roasted, ground coffee beans.');
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[<>\u0000\u202e]|alert/);
    expect(passages[0]!.text.length).toBeLessThanOrEqual(600);
    expect(passages[0]!.text).toMatch(/leaves\.$/);
  });
});

describe('a wiki that fails', () => {
  const NEVER = new Promise<void>(() => undefined);
  it.each([
    ['is slow', { after: NEVER }],
    ['has a fault', { status: 500, body: 'Our servers are currently under maintenance' }],
    ['answers with a page', { body: '<!doctype html><title>Welcome</title>' }],
    ['answers with something else', { body: '{"query":{"pages":"none"}}' }],
    ['refuses the query', { body: '{"error":{"code":"internal_api_error","info":"x"}}' }],
    ['sends far too much', { body: Buffer.alloc(3_000_000, 'a') }],
    ['sends elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }],
  ])('and %s causes no charge, and the call can be retried', async (_how, failure) => {
    stock();
    const user = stranger();
    const id = await insights.poll({ options: ['Night train', 'Flight'] });
    wiki.script.push(failure);
    expect(await outcome(insights.generate(id, user))).toBe('insights-unavailable');
    expect([await insights.charged(user), await insights.get(id)]).toMatchObject([
      0,
      { hasInsights: false, nothingFound: false },
    ]);
    expect(await outcome(insights.generate(id, user))).toBe('ok');
  });
});

describe('the offer of Deep Dive', () => {
  const features = () => insights.stack.rpc.call(insightsRpc.features, {});
  const offered = async () => (await features()).insights;

  it('depends on whether the wiki is reachable, which a small periodic request checks', async () => {
    stock();
    const id = await insights.poll({ options: ['Night train', 'Flight'] });
    const written = await insights.generate(id, stranger());
    expect(await features()).toEqual({ insights: true, kind: 'passages' });
    await wiki.goAway();
    await eventually(async () => !(await offered()));
    const unread = await insights.poll();
    expect(await outcome(insights.generate(unread, 31))).toBe('insights-unavailable');
    expect(await insights.charged(31)).toBe(0);
    expect(await insights.generate(id, 31)).toEqual(written);
    const looks = wiki.looks;
    await wiki.comeBack();
    await eventually(offered);
    expect(wiki.looks).toBeGreaterThan(looks);
    expect(await outcome(insights.generate(unread, 31))).toBe('ok');
  });

  it('causes no more checks when many callers ask', async () => {
    expect(await offered()).toBe(true);
    const looks = wiki.looks;
    const began = Date.now();
    await Promise.all(Array.from({ length: 200 }, features));
    // One per period of 100 ms, and one that was already due.
    expect(wiki.looks - looks).toBeLessThanOrEqual(2 + (Date.now() - began) / 100);
  });

  it('ends when it is switched off, but stored texts can still be read', async () => {
    stock();
    const id = await insights.poll({ options: ['Night train', 'Flight'] });
    const written = await insights.generate(id, stranger());
    const unread = await insights.poll();
    await insights.stack.stopService('insights');
    const off = await insights.replica({ INSIGHTS_PROVIDER: 'off' });
    try {
      const looks = wiki.looks;
      expect(await features()).toEqual({ insights: false, kind: null });
      expect(await insights.get(id)).toEqual(written);
      expect(await outcome(insights.generate(id, 41))).toBe('ok');
      expect(await outcome(insights.generate(unread, 41))).toBe('insights-unavailable');
      expect(wiki.looks).toBe(looks);
    } finally {
      await off.stop();
      await insights.stack.startService('insights');
    }
  });

  it('prevents the start if a model is configured without a key', async () => {
    await expect(insights.replica({ INSIGHTS_PROVIDER: 'openai', OPENAI_API_KEY: '' })).rejects.toThrow(
      'INSIGHTS_PROVIDER=openai needs OPENAI_API_KEY',
    );
  });
});
