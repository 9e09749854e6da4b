import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PAGE_SIZE } from '@inkling/contracts';
import { CONFIG, LiveBus, SharedRead, readsMayBeLate } from '@inkling/platform';
import type { PollsConfig } from '../config.js';
import { CandidatePool } from '../recommendations/candidate-pool.js';
import { LOOK_AHEAD, crowdedAuthors, isCrowded, positionAfter, spread, type FeedKey } from './author-spread.js';
import { paginationJson } from './cursor.js';
import { FeedRepository } from './feed.repository.js';
import type { NewestPoll } from './feed.sql.js';

/** Core NATS, every replica of this service: the newest polls have changed. */
const CHANGED_SUBJECT = 'live.polls.feed-changed';

/** The first page for every viewer, to be completed with the fields of one viewer. */
export interface FirstPage {
  readonly polls: readonly NewestPoll[];
  readonly pollIds: readonly number[];
  /** The newest polls whatever their authors, for viewers from whom some are hidden; mostly the same. */
  readonly newest: readonly NewestPoll[];
  /** The beginning of the feed, of which the page shows some. */
  readonly keys: readonly FeedKey[];
  /** Authors who have as many polls on the page as one may have. */
  readonly crowded: ReadonlySet<number>;
  /** There are older polls. */
  readonly more: boolean;
  /** `"pagination":{...}` */
  readonly tail: string;
}

const authorOf = ({ authorId }: FeedKey): number => authorId;

/**
 * Keeps the feed's first page, which nearly everyone reads, for FEED_CACHE_MS. Creating or deleting a poll empties the
 * cache here at once, and in the other replicas by a message that leaves before the author gets an answer. If that
 * message is lost, a page is at most FEED_CACHE_MS old.
 */
@Injectable()
export class FeedCache implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #page: SharedRead<FirstPage>;
  /** A standby's, for readers who need not see what they have just done. */
  readonly #latePage: SharedRead<FirstPage>;
  #unsubscribe: (() => void) | undefined;

  constructor(
    private readonly repository: FeedRepository,
    private readonly bus: LiveBus,
    private readonly pool: CandidatePool,
    @Inject(CONFIG) config: PollsConfig,
  ) {
    this.#page = new SharedRead(() => this.#read(), config.FEED_CACHE_MS);
    this.#latePage = new SharedRead(() => this.#read(), config.FEED_CACHE_MS);
  }

  onApplicationBootstrap(): void {
    this.#unsubscribe = this.bus.subscribe(CHANGED_SUBJECT, () => this.#forget());
  }

  onApplicationShutdown(): void {
    this.#unsubscribe?.();
  }

  /** Call this after the commit that created or deleted a poll. */
  changed(): void {
    this.#forget();
    this.bus.publish(CHANGED_SUBJECT, {});
  }

  /** The first page. Concurrent callers share one read. */
  firstPage(): Promise<FirstPage> {
    return (readsMayBeLate() ? this.#latePage : this.#page).get();
  }

  #forget(): void {
    this.#page.forget();
    this.#latePage.forget();
    this.pool.forget();
  }

  async #read(): Promise<FirstPage> {
    const rows = await this.repository.newest();
    const newest = rows.slice(0, PAGE_SIZE);
    const plain = !isCrowded(newest.map(authorOf));
    const keys = plain ? rows : await this.repository.keys(LOOK_AHEAD);
    const polls = plain ? newest : await this.repository.chosen(spread(keys));
    const authors = polls.map(authorOf);
    return {
      polls,
      pollIds: polls.map(({ pollId }) => pollId),
      newest,
      keys,
      // Where too few others publish, an author may have more than their places.
      crowded: isCrowded(authors) ? new Set() : crowdedAuthors(authors),
      more: rows.length > PAGE_SIZE,
      tail: paginationJson(1, positionAfter(keys, polls)),
    };
  }
}
