import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ORDINARY_KIND,
  PollPreview,
  pollCreated,
  pollDeleted,
  pollsRpc,
  type EventData,
  type StoredMedia,
} from '@inkling/contracts';
import { outcome } from '@inkling/testing';
import { Polls, shown } from '../polls.spec-support.js';

let polls: Polls;
beforeAll(async () => {
  polls = await Polls.start();
});
afterAll(() => polls.stack.stop());

let objects = 0;
const stored = (overrides: Partial<StoredMedia> = {}): StoredMedia => ({
  path: `/uploads/${String((objects += 1)).padStart(22, 'k')}.jpg`,
  kind: 'image',
  width: 1_200,
  height: 900,
  thumbhash: 'k/cFDYJzZ3iAeIeHiHd4d3aIBwmCh4Y',
  duration: null,
  ...overrides,
});
const used = async (paths: string[]): Promise<string[]> =>
  (await polls.stack.rpc.call(pollsRpc.usedMedia, { paths })).paths.toSorted();
const preview = async (pollId: number): Promise<PollPreview> =>
  PollPreview.strict().parse(await polls.stack.rpc.call(pollsRpc.preview, { pollId }));

describe('a poll with media', () => {
  it('shows its media with the author’s description in every response', async () => {
    const { path, ...known } = stored({ kind: 'video', thumbhash: null, duration: 12.25 });
    const poll = await polls.ask({ media: { path, ...known }, mediaAlt: 'A "quoted" \\ night train 🚆' });
    const expected = { media: path, mediaInfo: { ...known, alt: 'A "quoted" \\ night train 🚆' } };
    expect(poll).toMatchObject(expected);
    expect(await polls.get(poll.id, 7)).toEqual(poll);
    expect((await polls.list('feed', { viewerId: 7 })).polls[0]).toEqual(poll);
    expect(await preview(poll.id)).toMatchObject(expected);
    const { polls: texts } = await polls.cast({ pollIds: [poll.id], userIds: [9], options: [1] });
    expect(JSON.parse(`${texts[0]!}}`)).toMatchObject(expected);
  });

  it('has a description only from its author, and none without media', async () => {
    expect((await polls.ask({ media: stored() })).mediaInfo).toMatchObject({ kind: 'image', width: 1_200, alt: null });
    expect(await polls.ask({ mediaAlt: 'Nothing to see' })).toMatchObject({ media: null, mediaInfo: null });
  });

  it.each([
    ['a path on another server', 'https://example.org/a.jpg'],
    ['a path outside the uploads', '/uploads/../../etc/passwd'],
    ['a path of a type that is not served', `/uploads/${'k'.repeat(22)}.svg`],
  ])('is refused with %s', async (_, path) => {
    expect(
      await outcome(
        polls.stack.rpc.call(pollsRpc.create, {
          userId: 1,
          question: 'Now?',
          options: ['Yes', 'No'],
          media: stored({ path }),
        }),
      ),
    ).toBe('invalid-request');
  });

  it('names the object’s path in its events, and no longer uses it once deleted', async () => {
    const media = stored();
    const { id } = await polls.ask({ media });
    const other = await polls.ask({ media: stored() });
    const unknown = `/uploads/${'u'.repeat(22)}.jpg`;
    expect(await used([media.path, other.media!, unknown])).toEqual([media.path, other.media!].toSorted());
    await polls.stack.rpc.call(pollsRpc.remove, { pollId: id, userId: 1 });
    expect(await used([media.path, other.media!, unknown])).toEqual([other.media]);
    expect(await used([])).toEqual([]);
    const of = async (type: string) =>
      (await polls.events<EventData<typeof pollDeleted>>(type))
        .filter((event) => event.pollId === id)
        .map((event) => event.media);
    expect(await of(pollCreated.type)).toEqual([media.path]);
    expect(await of(pollDeleted.type)).toEqual([media.path]);
  });
});

describe('a poll with pictures of its options', () => {
  const alts = ['A "blue" \\ door 🚪', 'A green one'];
  const expectedOf = (images: StoredMedia[]) =>
    images.map(({ path: image, ...known }, at) => ({ image, imageInfo: { ...known, alt: alts[at] } }));

  it('shows them in every response, whatever the method', async () => {
    for (const method of ['single', 'multiple', 'ranked'] as const) {
      const images = [stored(), stored()];
      const poll = await polls.ask({ options: ['Blue', 'Green'], method, optionImages: images, optionAlts: alts });
      const options = expectedOf(images);
      expect(poll).toMatchObject({ method, options });
      expect(await polls.get(poll.id, 7)).toEqual(poll);
      expect((await polls.list('feed', { viewerId: 7 })).polls[0]).toEqual(poll);
      expect((await preview(poll.id)).options).toMatchObject(options);
      const { polls: texts } = await polls.cast({ pollIds: [poll.id], userIds: [9], options: [1] });
      expect(JSON.parse(`${texts[0]!}}`)).toMatchObject({ options });
    }
  });

  it('uses the objects until it is deleted, and names them then', async () => {
    const images = [stored(), stored()];
    const poll = await polls.ask({ options: ['Blue', 'Green'], optionImages: images, optionAlts: alts });
    const paths = images.map(({ path }) => path);
    const unknown = `/uploads/${'v'.repeat(22)}.jpg`;
    expect(await used([unknown, ...paths])).toEqual(paths);
    await polls.stack.rpc.call(pollsRpc.remove, { pollId: poll.id, userId: 1 });
    expect(await used(paths)).toEqual([]);
    const events = await polls.events<EventData<typeof pollDeleted>>(pollDeleted.type);
    expect(events.find(({ pollId }) => pollId === poll.id)).toMatchObject({ media: null, optionImages: paths });
  });

  it('gives moderators the pictures, also as the poll’s picture', async () => {
    const images = [stored(), stored()];
    const { id } = await polls.ask({ options: ['Blue', 'Green'], optionImages: images, optionAlts: alts });
    for (const kind of ['poll', 'picture'] as const)
      expect(await polls.stack.rpc.call(pollsRpc.moderationView, { kind, id })).toMatchObject({
        content: { kind, media: null, optionImages: expectedOf(images) },
      });
  });
});

describe('the preview', () => {
  it('has the total, and counts per option only when they are open to all', async () => {
    const closed = await polls.ask();
    const open = await polls.ask({ showResultsBeforeVoting: true });
    for (const { id } of [closed, open]) await polls.vote(id, 5, 1);
    const { id, question, createdAt, user } = closed;
    expect(await preview(id)).toEqual({
      id,
      question,
      options: [{ text: 'Tea' }, { text: 'Coffee' }, { text: 'Water' }],
      media: null,
      mediaInfo: null,
      endDate: null,
      createdAt,
      user,
      votesCount: 1,
      ...ORDINARY_KIND,
      visibility: 'public',
      resultsVisible: false,
      language: null,
    });
    expect(shown({ ...closed, ...(await preview(open.id)) })).toEqual([0, 1, 0]);
    await polls.end(id);
    expect(await preview(id)).toMatchObject({
      resultsVisible: true,
      options: [{ votes: 0 }, { votes: 1 }, { votes: 0 }],
    });
  });

  it('is not found for a poll that is unknown or deleted', async () => {
    const { id } = await polls.ask();
    await polls.stack.rpc.call(pollsRpc.remove, { pollId: id, userId: 1 });
    for (const pollId of [id, 999_999])
      expect(await outcome(polls.stack.rpc.call(pollsRpc.preview, { pollId }))).toBe('poll-not-found');
  });
});

describe('the export', () => {
  it('returns every visible poll once, in the order of ids, with its counts', async () => {
    const media = stored();
    const { id } = await polls.ask({ media, userId: 2 });
    const gone = await polls.ask();
    await polls.seed(30);
    await polls.vote(id, 5, 1);
    await polls.stack.rpc.call(pollsRpc.like, { pollId: id, viewerId: 5 });
    await polls.sql(`update polls set topics = array['tea', 'trains'] where id = $1`, [id]);
    await polls.stack.rpc.call(pollsRpc.remove, { pollId: gone.id, userId: 1 });

    const seen: Awaited<ReturnType<typeof next>> = [];
    const next = async (after: number) =>
      pollsRpc.export.reply.parse(await polls.stack.rpc.call(pollsRpc.export, { after, limit: 7 })).polls;
    for (let page = await next(0); page.length > 0; page = await next(page.at(-1)!.pollId)) seen.push(...page);

    const rows = await polls.sql<{ id: string }>('select id from polls where deleted_at is null order by id');
    expect(seen.map((poll) => poll.pollId)).toEqual(rows.map((row) => Number(row.id)));
    expect(seen.map((poll) => poll.pollId)).not.toContain(gone.id);
    const now = await polls.get(id, 1);
    expect(seen.find((poll) => poll.pollId === id)).toEqual({
      pollId: id,
      authorId: 2,
      question: now.question,
      options: ['Tea', 'Coffee', 'Water'],
      endDate: null,
      createdAt: now.createdAt,
      media: media.path,
      topics: ['tea', 'trains'],
      votesCount: 1,
      likesCount: 1,
      commentsCount: 0,
      version: now.version,
    });
  });
});
