import { Injectable } from '@nestjs/common';
import { Database } from '@inkling/platform';
import type { Position } from './cursor.js';
import { LISTS, NEWEST, NEWEST_SEEN, type ListRow, type NewestPoll } from './feed.sql.js';

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

const LAST_ID = '9223372036854775807';

/** All lists of polls: keyset pages of PAGE_SIZE, newest first. */
@Injectable()
export class FeedRepository {
  constructor(private readonly database: Database) {}

  feed(request: ListRequest): Promise<ListPage> {
    return this.#page('feed', request, `{${(request.without ?? []).join(',')}}`);
  }

  byAuthor(authorId: number, request: ListRequest): Promise<ListPage> {
    return this.#page('byAuthor', request, authorId);
  }

  voted(request: ListRequest): Promise<ListPage> {
    return this.#page('voted', request, request.after?.at ?? 'infinity');
  }

  saved(request: ListRequest): Promise<ListPage> {
    return this.#page('saved', request, request.after?.at ?? 'infinity');
  }

  /** The newest polls without viewer fields, one more than a page shows. */
  newest(): Promise<NewestPoll[]> {
    return this.database.query<NewestPoll>({ name: 'feed-newest', text: NEWEST });
  }

  /** At most `limit` polls before this one, newest first and without viewer fields, whose authors the viewer sees. */
  newestSeen(viewerId: number, before: number, limit: number): Promise<NewestPoll[]> {
    return this.database.query<NewestPoll>({
      name: 'feed-newest-seen',
      text: NEWEST_SEEN,
      values: [viewerId, before, limit],
    });
  }

  async #page(name: keyof typeof LISTS, request: ListRequest, third: unknown): Promise<ListPage> {
    const byNumber = request.skip > 0;
    const rows = await this.database.query<ListRow>({
      name: `list-${name}-${byNumber ? 'page' : 'next'}`,
      text: LISTS[name][byNumber ? 'byNumber' : 'next'],
      values: [request.viewerId, request.after?.pollId ?? LAST_ID, third, ...(byNumber ? [request.skip] : [])],
    });
    const { polls, id, at, more, apart, words } = rows[0]!;
    const { without } = request;
    const last = { ...(at === null ? {} : { at }), ...(without && without.length > 0 ? { without } : {}) };
    return { polls: polls ?? '', last: more && id !== null ? { pollId: id, ...last } : undefined, apart, words };
  }
}
