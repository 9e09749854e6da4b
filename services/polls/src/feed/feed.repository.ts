import { Injectable } from '@nestjs/common';
import { PAGE_SIZE } from '@inkling/contracts';
import { Database, unsilencedSql } from '@inkling/platform';
import { sql } from 'kysely';
import { KnownPolls } from '../poll-text/known-polls.js';
import { readStates, type PollState } from '../poll-text/poll-state.js';
import { PollViews } from '../views/poll-views.js';
import type { Tables } from '../tables.js';
import { AHEAD_MAX, LOOK_AHEAD, isCrowded, pageAt, positionAfter, spread, type FeedKey } from './author-spread.js';
import type { Position } from './cursor.js';
import {
  CHOSEN,
  CHOSEN_FOR_VIEWER,
  LISTS,
  NEWEST,
  NEWEST_SEEN,
  OWN_FIRST,
  type ListRow,
  type NewestPoll,
  type OwnFirstRow,
} from './feed.sql.js';
import type { ActionsByPoll } from './viewer-fields.js';

export interface ListRequest {
  readonly viewerId: number;
  /** Where the list continues; without it, at the newest. */
  readonly after: Position | undefined;
  /** Polls to skip; only without `after`. */
  readonly skip: number;
  /** Polls to leave out; only in the feed. */
  readonly without?: readonly number[] | undefined;
}

/** A page of a list. */
export interface ListPage {
  /** JSON texts of the polls with commas between them. */
  readonly polls: string;
  /** The last poll shown, when there are more after it. */
  readonly last: Position | undefined;
  /** A block separates the viewer from the author of the list, which is empty then. */
  readonly apart: boolean;
  /** The viewer's muted words; only in the feed, and null for most. */
  readonly words: readonly string[] | null;
}

/** A page before its polls are written as JSON. */
interface ReadPage extends Omit<ListPage, 'polls'> {
  readonly states: readonly PollState[];
  /** It is the viewer's feed as everybody gets it. */
  readonly free: boolean;
}

/** What one viewer, from whom something may be hidden, sees of the first page. */
export interface OwnFirst {
  /** Those of the given authors whose polls do not show. */
  readonly hiddenIds: ReadonlySet<number>;
  readonly words: readonly string[];
  /** Polls for the places of hidden ones, the newest first, and what the viewer did with them. */
  readonly next: readonly NewestPoll[];
  readonly actions: ActionsByPoll;
}

/** No poll has this id: lists that begin at the newest begin before it. */
export const LAST_ID = '9223372036854775807';

const literal = (ids: readonly number[] = []): string => `{${ids.join(',')}}`;

/** All lists of polls: keyset pages of PAGE_SIZE, newest first. */
@Injectable()
export class FeedRepository {
  constructor(
    private readonly database: Database<Tables>,
    private readonly known: KnownPolls,
    private readonly views: PollViews,
  ) {}

  /**
   * The feed after a position as everybody gets it, with at most AUTHOR_MAX polls of an author. Nearly every page is as
   * one statement finds it; only a crowded one is chosen again among the polls that follow.
   * @returns null for a viewer whose feed may differ
   */
  async feed(request: ListRequest): Promise<ListPage | null> {
    const page = await this.#read('feed', request, literal(request.without));
    return page.free ? this.#uncrowded(request, page) : null;
  }

  /** The feed after a position for a viewer whose feed may differ from everybody's. */
  async ownFeed(request: ListRequest): Promise<ListPage> {
    const page = await this.#read('ownFeed', request, literal(request.without));
    return page.free ? this.#uncrowded(request, page) : this.#write(page);
  }

  /**
   * The feed's page of a number, as reading on from the first page by cursor would show it to a viewer from whom
   * nothing is hidden.
   * @param recommended polls that the first page shows in the place of its last
   */
  async feedPage(viewerId: number, page: number, recommended: readonly number[]): Promise<ListPage> {
    const keys = await this.keys(page * PAGE_SIZE + LOOK_AHEAD + AHEAD_MAX);
    const { shown, position } = pageAt(keys, page, recommended);
    return { polls: await this.#texts(viewerId, shown), last: position, apart: false, words: null };
  }

  /** The next polls of everybody's feed, in its order. */
  keys(limit: number, before?: number, without: readonly number[] = []): Promise<FeedKey[]> {
    return this.database.reads.kysely
      .selectFrom('polls')
      .select(['id as pollId', 'author_id as authorId'])
      .where('deleted_at', 'is', null)
      .where('unlisted', '=', false)
      .where('visibility', '=', 'public')
      .where(sql.raw<boolean>(unsilencedSql('polls.author_id')))
      .where('id', '<', sql<number>`${before ?? LAST_ID}::bigint`)
      .where(sql<boolean>`id <> all(${without}::bigint[])`)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  }

  /** These polls without viewer fields, the newest first. */
  chosen(keys: readonly FeedKey[]): Promise<NewestPoll[]> {
    const values = [keys.map(({ pollId }) => pollId)];
    return this.database.reads.query<NewestPoll>({ name: 'feed-chosen', text: CHOSEN, values });
  }

  byAuthor(authorId: number, request: ListRequest): Promise<ListPage> {
    return this.#page(authorId === request.viewerId ? 'own' : 'byAuthor', request, authorId);
  }

  voted(request: ListRequest): Promise<ListPage> {
    return this.#page('voted', request, request.after?.at ?? 'infinity');
  }

  saved(request: ListRequest): Promise<ListPage> {
    return this.#page('saved', request, request.after?.at ?? 'infinity');
  }

  /** The newest polls without viewer fields, one more than a page shows. */
  newest(): Promise<NewestPoll[]> {
    return this.database.reads.query<NewestPoll>({ name: 'feed-newest', text: NEWEST });
  }

  /** At most `limit` polls before this one, newest first and without viewer fields, whose authors the viewer sees. */
  newestSeen(viewerId: number, before: number | typeof LAST_ID, limit: number): Promise<NewestPoll[]> {
    return this.database.reads.query<NewestPoll>({
      name: 'feed-newest-seen',
      text: NEWEST_SEEN,
      values: [viewerId, before, limit],
    });
  }

  /**
   * What completes the first page for a viewer from whom something may be hidden.
   * @param newest the newest polls, some of which may be hidden
   * @param authorIds those who may be hidden
   * @param chosen how many polls are recommended to the viewer
   */
  async ownFirst(
    viewerId: number,
    newest: readonly FeedKey[],
    authorIds: readonly number[],
    chosen: number,
  ): Promise<OwnFirst> {
    const rows = await this.database.reads.query<OwnFirstRow>({
      name: 'feed-own-first',
      text: OWN_FIRST,
      values: [viewerId, authorIds, newest.map(({ authorId }) => authorId), newest.at(-1)?.pollId ?? 0, chosen],
    });
    const found = rows.flatMap((row) => (row.pollId === null ? [] : [{ ...row, pollId: row.pollId }]));
    const touched = found.filter(({ vote, liked, saved, reminded }) => vote !== null || liked || saved || reminded);
    return {
      hiddenIds: new Set(rows[0]?.hiddenIds),
      words: rows[0]?.words ?? [],
      next: found,
      actions: new Map(touched.map((row) => [row.pollId, row])),
    };
  }

  async #uncrowded(request: ListRequest, page: ReadPage): Promise<ListPage> {
    const { viewerId, skip, after, without = [] } = request;
    const authors = page.states.map(({ authorId }) => authorId);
    if (skip > 0 || !isCrowded(authors) || without.length > AHEAD_MAX) return this.#write(page);
    const keys = await this.keys(LOOK_AHEAD, after?.pollId, without);
    const shown = spread(keys);
    // Where nearly all polls are of one author, there is nothing to choose.
    if (shown.at(-1) === keys[shown.length - 1]) return this.#write(page);
    const { apart, words } = page;
    return { polls: await this.#texts(viewerId, shown), last: positionAfter(keys, shown, without), apart, words };
  }

  async #json(states: readonly PollState[]): Promise<string> {
    this.views.listed(states.map(({ pollId }) => pollId));
    return (await this.known.forViewers(states)).join(',');
  }

  async #texts(viewerId: number, keys: readonly FeedKey[]): Promise<string> {
    const [row] = await this.database.reads.query<Pick<ListRow, 'states'>>({
      name: 'feed-chosen-for-viewer',
      text: CHOSEN_FOR_VIEWER,
      values: [viewerId, keys.map(({ pollId }) => pollId)],
    });
    return this.#json(readStates(row?.states ?? null));
  }

  async #page(name: keyof typeof LISTS, request: ListRequest, third: unknown): Promise<ListPage> {
    return this.#write(await this.#read(name, request, third));
  }

  async #write({ states, last, apart, words }: ReadPage): Promise<ListPage> {
    return { polls: await this.#json(states), last, apart, words };
  }

  async #read(name: keyof typeof LISTS, request: ListRequest, third: unknown): Promise<ReadPage> {
    const byNumber = request.skip > 0;
    const rows = await this.database.reads.query<ListRow>({
      name: `list-${name}-${byNumber ? 'page' : 'next'}`,
      text: LISTS[name][byNumber ? 'byNumber' : 'next'],
      values: [request.viewerId, request.after?.pollId ?? LAST_ID, third, ...(byNumber ? [request.skip] : [])],
    });
    const { states, id, at, more, apart, words, free } = rows[0]!;
    // Polls above the position cannot come again.
    const without = (request.without ?? []).filter((pollId) => id !== null && pollId < id);
    const last = { ...(at === null ? {} : { at }), ...(without.length > 0 ? { without } : {}) };
    return {
      states: readStates(states),
      last: more && id !== null ? { pollId: id, ...last } : undefined,
      apart,
      words,
      free: free === true,
    };
  }
}
