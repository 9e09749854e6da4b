import { Injectable } from '@nestjs/common';
import { PAGE_SIZE, mutedWordsTest, type FirstPageReply, type SentPoll } from '@inkling/contracts';
import type { Recommended } from '../recommendations/recommendations.js';
import { paginationJson } from './cursor.js';
import type { FirstPage } from './feed-cache.js';
import { FeedRepository, LAST_ID, type ListPage, type ListRequest, type OwnFirst } from './feed.repository.js';
import type { NewestPoll } from './feed.sql.js';
import { actionsOn, remindedOn, remindedPart, tailBeside, textsOf } from './first-page-parts.js';
import { ViewerFieldsLookup } from './viewer-fields.js';

/** Readers who are remembered to have a filter. */
const REMEMBERED_MAX = 10_000;
/** Pages that are read for one that muted words empty; after that a page is shorter, and continues. */
const READS_MAX = 10;

interface Reader {
  readonly viewerId: number;
  /** The viewer's feed may differ from everybody's. */
  readonly filtered: boolean;
  /** The feed shows the viewer a restricted author's polls, which others do not get. */
  readonly seesRestricted: boolean;
  readonly picks: readonly Recommended[];
}

/** Polls that take the places of hidden ones. */
interface Next {
  readonly polls: NewestPoll[];
  /** The last poll that was looked at; undefined if no older ones follow. */
  readonly rest: number | undefined;
}

type PollWords = Pick<SentPoll, 'question' | 'options'>;
const wordsOf = ({ question, options }: PollWords): string => [question, ...options.map(({ text }) => text)].join('\n');

/** What completes the first page of a viewer. */
interface OwnReads extends OwnFirst {
  /** The newest polls that may show; for some viewers with polls of restricted authors that they follow. */
  readonly newest: readonly NewestPoll[];
  /** There are older ones. */
  readonly more: boolean;
}
interface StartedRead {
  readonly seesRestricted: boolean;
  readonly reads: Promise<OwnReads>;
}
/** Reads that started before it was known whether these viewers still need a separate feed. */
export type StartedReads = ReadonlyMap<number, StartedRead>;

/**
 * The feed for two groups of viewers: a block, a mute or a muted word hides something from them, or they follow
 * a restricted author, some of whose polls others do not see.
 */
@Injectable()
export class FilteredFeed {
  /** Viewers whose feed differed when they last read the first page here, and whether they saw restricted authors. */
  readonly #known = new Map<number, boolean>();

  constructor(
    private readonly repository: FeedRepository,
    private readonly viewerFields: ViewerFieldsLookup,
  ) {}

  /**
   * A page of the feed without polls that hold one of the viewer's muted words, filled up with what follows. A page by
   * number is not filled up, because the next number begins where it ends.
   */
  async page(request: ListRequest): Promise<ListPage> {
    const everybodys = this.#known.has(request.viewerId) ? null : await this.repository.feed(request);
    if (everybodys) return everybodys;
    let page = await this.repository.ownFeed(request);
    const mutes = mutedWordsTest(page.words ?? []);
    if (!mutes) return page;
    const { without } = request;
    const shown: SentPoll[] = [];
    for (let reads = 1; ; reads += 1) {
      const polls = JSON.parse(`[${page.polls}]`) as SentPoll[];
      for (const [index, poll] of polls.entries()) {
        if (poll.userId !== request.viewerId && mutes(wordsOf(poll))) continue;
        shown.push(poll);
        const more = index < polls.length - 1 || page.last;
        if (shown.length === PAGE_SIZE && more)
          return this.#listPage(page, shown, {
            pollId: poll.id,
            ...(without && without.length > 0 ? { without } : {}),
          });
      }
      if (!page.last || request.skip > 0 || reads === READS_MAX) return this.#listPage(page, shown, page.last);
      page = await this.repository.ownFeed({ ...request, after: page.last });
    }
  }

  /** Starts reads for viewers whose feed differed lately, which saves them a round trip on the first page. */
  begin(page: FirstPage, readers: readonly Pick<Reader, 'viewerId' | 'picks'>[]): StartedReads {
    const started = new Map<number, StartedRead>();
    for (const { viewerId, picks } of readers) {
      const seesRestricted = this.#known.get(viewerId);
      if (seesRestricted === undefined) continue;
      // `firstPage` remembers those whose feed still differs.
      this.#known.delete(viewerId);
      const reads = this.#own(page, { viewerId, picks, seesRestricted });
      // A failure surfaces where the result is awaited.
      reads.catch(() => undefined);
      started.set(viewerId, { seesRestricted, reads });
    }
    return started;
  }

  /**
   * Completes the reply for readers whose first page differs from everybody's: they get the newest polls that they see,
   * and those of their recommendations. The others' part stays as it is.
   */
  async firstPage(
    reply: FirstPageReply,
    page: FirstPage,
    readers: readonly Reader[],
    started: StartedReads,
  ): Promise<FirstPageReply> {
    if (this.#known.size >= REMEMBERED_MAX) this.#known.clear();
    const own = await Promise.all(
      readers.map(async (reader) => {
        const { viewerId, seesRestricted } = reader;
        if (!reader.filtered) return undefined;
        this.#known.set(viewerId, seesRestricted);
        const begun = started.get(viewerId);
        const fits = begun?.seesRestricted === seesRestricted;
        return this.#ownPage(page, reader, await (fits ? begun.reads : this.#own(page, reader)));
      }),
    );
    if (own.every((each) => !each)) return reply;
    const polls = [...reply.polls];
    const positions = new Map(page.pollIds.map((pollId, index) => [pollId, index]));
    for (const { extra } of own.filter((each) => each !== undefined))
      for (const poll of extra)
        if (!positions.has(poll.pollId)) positions.set(poll.pollId, polls.push(textsOf(poll)) - 1);
    return {
      ...reply,
      polls,
      viewers: reply.viewers.map((actions, index) => [...actions, ...(own[index]?.actions(positions) ?? [])]),
      ...remindedPart(
        own.map((each, index) => [...(reply.reminded?.[index] ?? []), ...(each?.reminded(positions) ?? [])]),
      ),
      ...(reply.recommended
        ? {
            recommended: reply.recommended.map((recommended, index) =>
              own[index] && recommended ? own[index].recommended(recommended) : recommended,
            ),
          }
        : {}),
      own: own.map((each) =>
        each ? { polls: each.polls.map(({ pollId }) => positions.get(pollId)!), tail: each.tail } : null,
      ),
    };
  }

  async #own(page: FirstPage, { viewerId, picks, seesRestricted }: Omit<Reader, 'filtered'>): Promise<OwnReads> {
    const { polls } = page;
    const seen = seesRestricted ? await this.repository.newestSeen(viewerId, LAST_ID, PAGE_SIZE + 1) : page.newest;
    const newest = seen.slice(0, PAGE_SIZE);
    const authors = new Set([...polls, ...newest, ...picks.map(({ poll }) => poll)].map((poll) => poll.authorId));
    const own = await this.repository.ownFirst(viewerId, newest, [...authors], picks.length);
    return { ...own, newest, more: seesRestricted ? seen.length > PAGE_SIZE : page.more };
  }

  /** The first page of this reader; undefined where it is everybody's. */
  async #ownPage(page: FirstPage, { viewerId, picks, seesRestricted }: Reader, own: OwnReads) {
    const { newest, more } = own;
    const mutes = mutedWordsTest(own.words);
    const shows = ({ authorId, hidden }: Pick<NewestPoll, 'authorId' | 'hidden'>): boolean =>
      authorId === viewerId ||
      (!own.hiddenIds.has(authorId) && !mutes?.(wordsOf(JSON.parse(`${hidden}}`) as PollWords)));
    const chosen = picks.filter(({ poll }) => shows(poll));
    if (!seesRestricted && page.polls.every(shows) && chosen.length === picks.length) return undefined;
    const kept = newest.filter(shows);
    const missing = newest.length - kept.length;
    const last = newest.at(-1)?.pollId;
    const chosenIds = new Set(chosen.map(({ poll }) => poll.pollId));
    const fits = (poll: NewestPoll): boolean => shows(poll) && !chosenIds.has(poll.pollId);
    let next: Next = { polls: [], rest: missing === 0 && more ? last : undefined };
    if (missing > 0 && more && last !== undefined)
      // The polls at hand leave out hidden authors only, so with muted words there may be too few.
      next = mutes
        ? await this.#next(viewerId, last, missing + 1, PAGE_SIZE + 1, fits)
        : { polls: own.next.filter(fits).slice(0, missing + 1), rest: undefined };
    const polls = [...kept, ...next.polls.slice(0, missing)];
    const extra = polls.filter(({ pollId }) => !page.pollIds.includes(pollId));
    const rest = next.polls.length > missing ? polls.at(-1)?.pollId : next.rest;
    const extraIds = extra.map(({ pollId }) => pollId);
    const known = new Set(own.next.map(({ pollId }) => pollId));
    const others = await this.viewerFields.actionsOn(
      viewerId,
      extraIds.filter((pollId) => !known.has(pollId)),
    );
    const actions = new Map([...own.actions, ...others]);
    return {
      polls,
      extra,
      tail: paginationJson(1, rest === undefined ? undefined : { pollId: rest }),
      actions: (positions: ReadonlyMap<number, number>): FirstPageReply['viewers'][number] =>
        extraIds.flatMap((pollId) => actionsOn(actions, [pollId], positions.get(pollId)!)),
      reminded: (positions: ReadonlyMap<number, number>): number[] =>
        extraIds.flatMap((pollId) => remindedOn(actions, [pollId], positions.get(pollId)!)),
      recommended: (all: Recommendations): Recommendations | null =>
        chosen.length === 0
          ? null
          : {
              polls: all.polls.filter((_, index) => chosenIds.has(picks[index]!.poll.pollId)),
              tail: tailBeside(polls, chosen, rest),
            },
    };
  }

  /**
   * The next polls that the viewer sees, at most `count`, from statements that read `limit` each.
   */
  async #next(
    viewerId: number,
    after: number,
    count: number,
    limit: number,
    shows: (poll: NewestPoll) => boolean,
  ): Promise<Next> {
    const polls: NewestPoll[] = [];
    let before = after;
    for (let reads = 0; reads < READS_MAX; reads += 1) {
      const rows = await this.repository.newestSeen(viewerId, before, limit);
      polls.push(...rows.filter(shows));
      if (polls.length >= count) return { polls: polls.slice(0, count), rest: undefined };
      if (rows.length < limit) return { polls, rest: undefined };
      before = rows.at(-1)!.pollId;
    }
    return { polls, rest: before };
  }

  #listPage(page: ListPage, shown: readonly SentPoll[], last: ListPage['last']): ListPage {
    return { ...page, polls: shown.map((poll) => JSON.stringify(poll)).join(','), last };
  }
}

type Recommendations = NonNullable<NonNullable<FirstPageReply['recommended']>[number]>;
