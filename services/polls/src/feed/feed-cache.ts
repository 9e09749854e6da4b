import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PAGE_SIZE, pollForViewer } from '@inkling/contracts';
import { CONFIG, LiveBus, type RawJson } from '@inkling/platform';
import type { PollsConfig } from '../config.js';
import { CandidatePool } from '../recommendations/candidate-pool.js';
import { FeedRepository, type NewestPoll } from './feed-repository.js';
import { pageJson, pagination } from './page.js';

/** Core NATS, every replica of this service: the newest polls have changed. */
const CHANGED_SUBJECT = 'live.polls.feed-changed';

/** The first page for every viewer, to be completed with one viewer's fields. */
export interface FirstPage {
  readonly polls: readonly NewestPoll[];
  readonly pollIds: readonly number[];
  /** Each poll as someone sees it who has not touched it. */
  readonly untouched: readonly string[];
  readonly tail: string;
  /** The page as someone sees it who has touched none of its polls. */
  readonly answer: RawJson;
}

/**
 * The feed's first page, held for a moment: it is what nearly everyone reads. A poll that is created or deleted empties
 * it here at once and in the other replicas by a message that leaves before the author's answer does; should that be
 * lost, a page is at most FEED_CACHE_MS old.
 */
@Injectable()
export class FeedCache implements OnApplicationBootstrap, OnApplicationShutdown {
  #page: Promise<FirstPage> | undefined;
  #staleAt = 0;
  #unsubscribe: (() => void) | undefined;

  constructor(
    private readonly repository: FeedRepository,
    private readonly bus: LiveBus,
    private readonly pool: CandidatePool,
    @Inject(CONFIG) private readonly config: PollsConfig,
  ) {}

  get enabled(): boolean {
    return this.config.FEED_CACHE_MS > 0;
  }

  onApplicationBootstrap(): void {
    this.#unsubscribe = this.bus.subscribe(CHANGED_SUBJECT, () => this.#forget());
  }

  onApplicationShutdown(): void {
    this.#unsubscribe?.();
  }

  /** To be called after the commit that created or deleted a poll. */
  changed(): void {
    this.#forget();
    this.bus.publish(CHANGED_SUBJECT, {});
  }

  /** The first page; callers at the same time share one read. */
  firstPage(): Promise<FirstPage> {
    if (this.#page && performance.now() < this.#staleAt) return this.#page;
    const page = this.#read();
    this.#page = page;
    // From the start of the read: what it returns is that old.
    this.#staleAt = performance.now() + this.config.FEED_CACHE_MS;
    page.catch(() => {
      if (this.#page === page) this.#forget();
    });
    return page;
  }

  #forget(): void {
    this.#page = undefined;
    this.pool.forget();
  }

  async #read(): Promise<FirstPage> {
    const rows = await this.repository.newest();
    const polls = rows.slice(0, PAGE_SIZE);
    const untouched = polls.map((poll) => pollForViewer(poll));
    const tail = pagination(1, rows.length > PAGE_SIZE ? polls.at(-1) : undefined);
    return {
      polls,
      pollIds: polls.map((poll) => poll.pollId),
      untouched,
      tail,
      answer: pageJson(untouched.join(','), tail),
    };
  }
}
