import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ErrorBody, ORDINARY_KIND, pollsRpc, type PollPreview } from '@inkling/contracts';
import { ApiError, encodeFailure, encodeReply, Nats, type ServiceDefinition } from '@inkling/platform';
import { eventually, startStack, type Stack } from '@inkling/testing';
import { gateway } from '../index.js';

const ORIGIN = 'https://polls.example.org';
const PLAIN = '<!doctype html><html><head><title>Inkling</title></head><body><div id="root"></div></body></html>';
const HOSTILE = `</title><script>alert(1)</script>"'`;
const preview = (id: number, fields: Partial<PollPreview> = {}): PollPreview => ({
  id,
  question: 'Tea or coffee?',
  options: [{ text: 'Tea' }, { text: 'Coffee' }],
  media: null,
  mediaInfo: null,
  endDate: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  user: { id: 1, username: 'ada', name: 'Ada', profilePicture: null },
  ...ORDINARY_KIND,
  visibility: 'public',
  votesCount: 1_234,
  resultsVisible: false,
  ...fields,
});

describe('shared polls', () => {
  let stack: Stack;
  let polls: Nats;
  let webRoot: string;
  let answering: 'soon' | 'never' = 'soon';
  const known = new Map<number, PollPreview>();
  const closed = new Set<number>();
  const asked: number[] = [];
  // What is kept of one test's poll must not answer the next one's.
  let next = 100;
  const share = (fields: Partial<PollPreview> = {}): number => {
    known.set(++next, preview(next, fields));
    return next;
  };
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const { port } = stack.service('gateway').app.getHttpServer().address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes, text: bytes.toString() };
  };
  /** A page with its tags, once polls has answered: nobody waits for them for longer than half a second. */
  const tagged = (path: string) =>
    eventually(async () => {
      const page = await get(path);
      expect(page.text).toContain('og:title');
      return page;
    });
  const oembedOf = (address: string) => get(`/api/oembed?url=${encodeURIComponent(address)}`);

  it('of followers tell others only that they are, and unlisted ones keep programs away', async () => {
    const id = (next += 1);
    closed.add(id);
    const page = await tagged(`/poll/${id}`);
    expect(page.text).toContain('<title>A poll for followers · Inkling</title>');
    expect(page.text).toContain('content="This poll is for followers of Ada &amp; Co."');
    expect(page.text).toContain('<meta name="robots" content="noindex">');
    expect(page.text).not.toMatch(/og:image|oembed|canonical|uploads/);
    const refused = [
      await oembedOf(`${ORIGIN}/poll/${id}`),
      await get(`/share/poll/${id}.png`),
      await get(`/embed/${id}`),
    ];
    for (const { status, headers, text } of refused) {
      expect([status, headers.get('cache-control')]).toEqual([403, 'no-store']);
      expect(text).toContain('This poll is for the followers of its author.');
    }
    const unlisted = await tagged(`/poll/${share({ visibility: 'unlisted' })}`);
    expect(unlisted.text).toMatch(/Tea or coffee\?[^]*noindex[^]*og:image/);
    expect(unlisted.text).not.toContain('oembed');
    expect((await tagged(`/poll/${share()}`)).text).not.toContain('noindex');
  });

  beforeAll(async () => {
    webRoot = await mkdtemp(join(tmpdir(), 'inkling-web-'));
    await writeFile(join(webRoot, 'index.html'), PLAIN);
    stack = await startStack({
      services: [gateway as unknown as ServiceDefinition],
      env: {
        HTTP_PORT: '0',
        SESSION_SECRET: 'a secret of at least 32 characters, for tests',
        WEB_ROOT: webRoot,
        PUBLIC_ORIGIN: ORIGIN,
      },
    });
    polls = await Nats.connect({ servers: stack.nats.url, name: 'polls-double' });
    polls.connection.subscribe(pollsRpc.preview.subject, {
      callback: (_error, message) => {
        const { d } = JSON.parse(Buffer.from(message.data).toString()) as { d: { pollId: number } };
        asked.push(d.pollId);
        const poll = known.get(d.pollId);
        const author = { id: 1, username: 'ada', name: 'Ada & Co', profilePicture: '/uploads/ada.webp' };
        if (closed.has(d.pollId)) message.respond(encodeFailure(new ApiError('followers-only', { extra: { author } })));
        else if (answering === 'soon')
          message.respond(poll ? encodeReply(poll) : encodeFailure(new ApiError('poll-not-found')));
      },
    });
    await polls.connection.flush();
  });
  beforeEach(() => {
    answering = 'soon';
    asked.length = 0;
  });
  afterAll(async () => {
    await polls.connection.close();
    await stack.stop();
    await rm(webRoot, { recursive: true });
  });

  it('have their tags in the page, whatever their words are', async () => {
    const id = share({ question: HOSTILE });
    const { status, headers, text } = await tagged(`/poll/${id}?utm_source=x`);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    // What is fetched along differs with the session; a cache must not mix the two.
    for (const page of [headers, (await get('/poll/999999')).headers, (await get('/home')).headers])
      expect(page.get('vary')).toMatch(/\bCookie\b/);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(text).not.toContain('<script>');
    expect(text.match(/<title>/g)).toHaveLength(1);
    expect(text).toContain(`<link rel="canonical" href="${ORIGIN}/poll/${id}">`);
    expect(text).toContain(
      '<meta property="og:title" content="&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;">',
    );
    expect(text).toContain('<meta property="og:description" content="Tea · Coffee (1,234 votes)">');
    expect(text).toMatch(
      new RegExp(`<meta name="twitter:image" content="${ORIGIN}/share/poll/${id}\\.png\\?v=[\\w-]{16}">`),
    );
    expect(text.indexOf('og:title')).toBeLessThan(text.indexOf('</head>'));
    // A block may separate a member from the author, so pages of members say nothing about the poll.
    const members = await get(`/poll/${id}`, { cookie: 'inkling_session=x' });
    expect([members.status, members.text.includes('og:title')]).toEqual([200, false]);
  });

  it('give their tags alone to the server that puts them into its own page', async () => {
    const id = share({ question: HOSTILE });
    const { status, headers, text } = await tagged(`/share/poll/${id}.html`);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(text).toMatch(/^<title>/);
    expect((await tagged(`/poll/${id}`)).text).toContain(text);
  });

  it('are asked for once by a crowd, and not again at once', async () => {
    const id = share();
    await Promise.all([
      ...Array.from({ length: 20 }, () => get(`/poll/${id}`)),
      get(`/embed/${id}`),
      oembedOf(`${ORIGIN}/poll/${id}`),
    ]);
    expect(asked).toEqual([id]);
  });

  it('that are not there have the plain page, and 404 elsewhere', async () => {
    for (const path of ['/poll/999999', '/poll/abc', '/poll/0', `/poll/${'9'.repeat(300)}`])
      expect(await get(path)).toMatchObject({ status: 200, text: PLAIN });
    expect(await get('/embed/999999')).toMatchObject({
      status: 404,
      text: expect.stringContaining('This poll is not here any more.'),
    });
    for (const path of [
      '/share/poll/999999.png',
      '/share/poll/999999.html',
      '/share/poll/1.jpg',
      '/share/poll/1',
      '/share/poll/-1.png',
      '/embed/1/x',
      `/api/oembed?url=${ORIGIN}/poll/999999`,
      `/api/oembed?url=https://evil.example/poll/1`,
    ]) {
      const { status, text } = await get(path);
      expect([path, status, ErrorBody.parse(JSON.parse(text)).code.replace('poll-', '')]).toEqual([
        path,
        404,
        'not-found',
      ]);
    }
    for (const query of ['', '?url=nothing', `?url=${ORIGIN}/poll/1&format=xml`, `?url=${ORIGIN}/poll/1&url=x`]) {
      const { status, text } = await get(`/api/oembed${query}`);
      expect([query, status, ErrorBody.parse(JSON.parse(text)).code]).toEqual([query, 400, 'invalid-request']);
    }
  });

  it('have a card of 1200 by 630, drawn once, known by its tag', async () => {
    const id = share({
      question: `Fern 🌿 ${'or a very long word '.repeat(20)}`.slice(0, 300),
      options: ['שלום', 'W'.repeat(120), '<b>&amp;', '🌵', 'E', 'F'].map((text, votes) => ({ text, votes })),
      votesCount: 15,
      resultsVisible: true,
    });
    // The first loads the fonts, for which a busy machine may need longer than a reader waits.
    const [card, same] = await eventually(
      async () => {
        const both = await Promise.all([get(`/share/poll/${id}.png?v=1`), get(`/share/poll/${id}.png`)]);
        expect(both.map(({ status }) => status)).toEqual([200, 200]);
        return both;
      },
      { timeoutMs: 20_000 },
    );
    expect([card.status, card.headers.get('content-type'), card.headers.get('cache-control')]).toEqual([
      200,
      'image/png',
      'public, max-age=300',
    ]);
    expect(card.bytes.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
    expect([card.bytes.readUInt32BE(16), card.bytes.readUInt32BE(20)]).toEqual([1_200, 630]);
    expect(same.bytes.equals(card.bytes)).toBe(true);
    const etag = card.headers.get('etag')!;
    expect(await get(`/share/poll/${id}.png`, { 'if-none-match': `"other", W/${etag}` })).toMatchObject({
      status: 304,
      text: '',
    });
    expect((await tagged(`/poll/${id}`)).text).toContain(`.png?v=${etag.slice(1, -1)}"`);
  });

  it('give a crowd of different cards a picture each, a plain one where theirs would take too long', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => share({ question: `Question ${index}?` }));
    await eventually(async () => expect((await get(`/share/poll/${share()}.png`)).status).toBe(200), {
      timeoutMs: 20_000,
    });
    const all = await Promise.all(ids.map((id) => get(`/share/poll/${id}.png`)));
    for (const { status, headers, bytes } of all) {
      expect([status, headers.get('content-type'), bytes.readUInt32BE(16)]).toEqual([200, 'image/png', 1_200]);
    }
    const own = all.filter(({ headers }) => headers.get('etag') !== null);
    const plain = all.filter(({ headers }) => headers.get('etag') === null);
    expect(own.length).toBeGreaterThanOrEqual(5);
    expect(plain.length).toBeGreaterThan(0);
    expect(new Set(own.map(({ bytes }) => bytes.toString('base64'))).size).toBe(own.length);
    // Nobody keeps the plain one in the place of the poll's own card.
    for (const { headers, bytes } of plain)
      expect([headers.get('cache-control'), bytes.equals(plain[0]!.bytes)]).toEqual(['no-store', true]);
    const last = await get(`/share/poll/${ids.at(-1)}.png`);
    expect([last.status, last.headers.get('cache-control'), last.bytes.equals(plain[0]!.bytes)]).toEqual([
      200,
      'public, max-age=300',
      false,
    ]);
  });

  it('can stand in any page, without a script', async () => {
    const id = share({
      question: HOSTILE,
      options: [
        { text: 'Tea', votes: 3 },
        { text: 'Coffee', votes: 1 },
      ],
      votesCount: 4,
      resultsVisible: true,
    });
    // On a busy machine the fonts may be too late for a page, which comes without them then.
    const { status, headers, text } = await eventually(async () => {
      const page = await get(`/embed/${id}`);
      expect(page.text).toContain('@font-face');
      return page;
    });
    expect([status, headers.get('x-frame-options')]).toEqual([200, null]);
    expect(headers.get('content-security-policy')).toMatch(
      new RegExp(
        "^default-src 'none'; style-src 'sha256-[\\w+/=]{44}' 'sha256-[\\w+/=]{44}'; " +
          'img-src data:; font-src data:; .*frame-ancestors \\*$',
      ),
    );
    // The brand's fonts are in the page, and it loads nothing.
    expect(text).toContain('@font-face{font-family:"Familjen Grotesk"');
    expect(text).toContain('@font-face{font-family:"Onest"');
    expect(text).not.toMatch(/(?:src|href)="(?!data:|https:\/\/polls\.example\.org\/poll\/)/);
    expect(text).not.toMatch(/<script|style="/);
    expect(text).toContain('<b>75%</b>');
    expect(text).toContain(`href="${ORIGIN}/poll/${id}" target="_blank" rel="noopener"`);
    const { html } = JSON.parse((await oembedOf(`${ORIGIN}/poll/${id}`)).text) as { html: string };
    expect(html).toMatch(new RegExp(`^<iframe src="${ORIGIN}/embed/${id}" `));
  });

  it('have the plain page, and soon, while polls does not answer', async () => {
    answering = 'never';
    const began = Date.now();
    const id = share();
    const others = Promise.all([get(`/share/poll/${id}.png`), get(`/embed/${id}`)]);
    expect(await get(`/poll/${id}`)).toMatchObject({ status: 200, text: PLAIN });
    // Nobody has given up on polls yet.
    expect(Date.now() - began).toBeLessThan(pollsRpc.preview.timeoutMs);
    const [card, embed] = await others;
    expect([card.status, embed.status, embed.headers.get('content-type')]).toEqual([
      503,
      503,
      'text/html; charset=utf-8',
    ]);
    answering = 'soon';
    await eventually(async () => expect((await get(`/poll/${id}`)).text).toContain('og:title'));
  });
});
