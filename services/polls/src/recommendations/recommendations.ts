import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@inkling/platform';
import type { PollsConfig } from '../config.js';
import { CandidatePool } from './candidate-pool.js';
import type { Candidate } from './candidates.sql.js';
import { recommend, type Reason, type Taste } from './recommender.js';
import { TasteRepository } from './taste.repository.js';

/** Among ten polls of the first page. */
export const RECOMMENDED_MAX = 2;
/** Chosen per viewer, more than are shown, because the newest page may soon hold some of them. */
const CHOSEN_MAX = 6;
/** Viewers whose choice is cached. */
const VIEWERS_MAX = 20_000;

/** A poll for one viewer, and why. */
export interface Recommended {
  readonly poll: Candidate;
  readonly reason: Reason;
  readonly similarToLiked: boolean;
}

interface Choice {
  readonly picks: readonly { pollId: number; reason: Reason; similarToLiked: boolean }[];
  readonly until: number;
}

const NOBODY: readonly Recommended[] = [];

/** The page that takes recommendations in. */
interface ShownPage {
  readonly pollIds: readonly number[];
  /** Authors who have as many polls on the page as one may have. */
  readonly crowded: ReadonlySet<number>;
}

/**
 * Which polls the feed recommends to whom (docs/product.md#recommendations, ADR 11). A viewer's choice is cached for
 * RECOMMENDATIONS_MS. The feed then does not change with every look, and the choices of many viewers cost one statement
 * now and then.
 */
@Injectable()
export class Recommendations {
  readonly #choices = new Map<number, Choice>();
  /** Viewers whose taste is being read, one set per read. `forget` removes a viewer from all of them. */
  readonly #reading = new Set<Set<number>>();

  constructor(
    private readonly pool: CandidatePool,
    private readonly tastes: TasteRepository,
    @Inject(CONFIG) private readonly config: PollsConfig,
  ) {}

  /**
   * For each viewer, at most RECOMMENDED_MAX polls.
   * @param page which polls it shows anyway, and whose polls it has enough of
   */
  async forViewers(
    viewerIds: readonly number[],
    { pollIds: shown, crowded }: ShownPage,
  ): Promise<(readonly Recommended[])[]> {
    if (this.config.RECOMMENDATIONS_MS === 0) return viewerIds.map(() => NOBODY);
    const candidates = await this.pool.candidates();
    if (candidates.length === 0) return viewerIds.map(() => NOBODY);
    await this.#choose(viewerIds, candidates);
    const byId = new Map(candidates.map((poll) => [poll.pollId, poll]));
    return viewerIds.map((viewerId) => {
      const picks = this.#choices.get(viewerId)?.picks;
      if (!picks || picks.length === 0) return NOBODY;
      return picks
        .flatMap(({ pollId, ...why }) => {
          const poll = shown.includes(pollId) ? undefined : byId.get(pollId);
          return poll && !crowded.has(poll.authorId) ? [{ poll, ...why }] : [];
        })
        .slice(0, RECOMMENDED_MAX);
    });
  }

  /** Chooses again for this viewer at the next read, and at the end of reads under way. */
  forget(viewerId: number): void {
    this.#choices.delete(viewerId);
    for (const reading of this.#reading) reading.delete(viewerId);
  }

  async #choose(viewerIds: readonly number[], candidates: readonly Candidate[]): Promise<void> {
    const now = performance.now();
    const due = new Set(viewerIds.filter((viewerId) => (this.#choices.get(viewerId)?.until ?? 0) <= now));
    if (due.size === 0) return;
    const requested = new Set(due);
    const tastes = await this.#tastesOf(
      due,
      candidates.map(({ pollId }) => pollId),
    );
    for (const viewerId of due) {
      const taste = tastes.get(viewerId);
      const picks = taste ? recommend(candidates, viewerId, taste, CHOSEN_MAX) : [];
      // Delete before setting, so that the map stays ordered by age.
      this.#choices.delete(viewerId);
      this.#choices.set(viewerId, {
        picks: picks.map(({ poll, reason, similarToLiked }) => ({ pollId: poll.pollId, reason, similarToLiked })),
        until: now + this.config.RECOMMENDATIONS_MS,
      });
    }
    for (const viewerId of this.#choices.keys()) {
      if (this.#choices.size <= VIEWERS_MAX) break;
      this.#choices.delete(viewerId);
    }
    const forgotten = viewerIds.filter((viewerId) => requested.has(viewerId) && !due.has(viewerId));
    if (forgotten.length > 0) await this.#choose(forgotten, candidates);
  }

  /** Reads the tastes of `due`. `forget` removes a viewer from `due` while the read is under way. */
  async #tastesOf(due: Set<number>, pollIds: readonly number[]): Promise<Map<number, Taste>> {
    this.#reading.add(due);
    try {
      return await this.tastes.of([...due], pollIds);
    } finally {
      this.#reading.delete(due);
    }
  }
}
