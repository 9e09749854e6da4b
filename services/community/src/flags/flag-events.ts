import { Inject, Injectable } from '@nestjs/common';
import { commentAdded, pollCreated, votesCounted, type Envelope, type EventData } from '@inkling/contracts';
import { BASE_CONFIG, CONFIG, OnEvent, OnEvents, type BaseConfig, type Transaction } from '@inkling/platform';
import type { SeenObject } from '../cases/open-cases.js';
import type { CommunityConfig } from '../config.js';
import type { Tables } from '../tables.js';
import { ActivityWindows } from './activity-windows.js';
import { FlagSettings } from './flag-settings.js';
import { Flags } from './flags.js';
import { VoteRates } from './vote-rates.js';

/** Older events flag nothing; they arrive after an outage or after the installation of this service. */
const FRESH_MS = 3_600_000;
/** Limits are higher outside production, where demos, tests and load act as few people. */
const ELSEWHERE_FACTOR = 1_000;

const isFresh = ({ occurredAt }: Envelope): boolean => Date.now() - Date.parse(occurredAt) < FRESH_MS;

/** Flags texts, bursts and fast votes, from events that are published anyway. */
@Injectable()
export class FlagEvents {
  readonly #pollsMost: number;
  readonly #commentsMost: number;
  readonly #rates: VoteRates;

  constructor(
    private readonly flags: Flags,
    private readonly windows: ActivityWindows,
    private readonly settings: FlagSettings,
    @Inject(CONFIG) config: CommunityConfig,
    @Inject(BASE_CONFIG) { NODE_ENV }: BaseConfig,
  ) {
    const factor = NODE_ENV === 'production' ? 1 : ELSEWHERE_FACTOR;
    this.#pollsMost = config.FLAG_POLLS_PER_TEN_MINUTES ?? 8 * factor;
    this.#commentsMost = config.FLAG_COMMENTS_PER_TEN_MINUTES ?? 20 * factor;
    this.#rates = new VoteRates(config.FLAG_VOTES_PER_MINUTE ?? 300 * factor);
  }

  @OnEvent(pollCreated)
  async onPollWritten(
    { pollId: id, authorId, question, options, endDate, createdAt, media = null }: EventData<typeof pollCreated>,
    tx: Transaction<Tables>,
    envelope: Envelope,
  ): Promise<void> {
    if (!isFresh(envelope)) return;
    const written = { kind: 'poll', id, author: null, question, options, endDate, createdAt } as const;
    const content = { ...written, media, mediaInfo: null, votesCount: 0 };
    await this.#read(tx, { object: { kind: 'poll', id }, authorId, content }, [question, ...options].join('\n'));
    const polls = await this.windows.add(tx, authorId, 'polls');
    if (polls > this.#pollsMost) await this.flags.raise(tx, { kind: 'profile', id: authorId }, 'polls', String(polls));
  }

  // The name is the consumer's, which has read the stream so far.
  @OnEvents(commentAdded)
  async onCommentWritten(
    events: readonly Envelope<EventData<typeof commentAdded>>[],
    tx: Transaction<Tables>,
  ): Promise<void> {
    // In the order of writers, so that two replicas lock their windows in the same order.
    const fresh = events.filter(isFresh).map(({ data }) => data);
    for (const comment of fresh.sort((a, b) => a.userId - b.userId)) await this.#readComment(tx, comment);
  }

  async #readComment(
    tx: Transaction<Tables>,
    { commentId: id, userId, pollId, content: text, createdAt }: EventData<typeof commentAdded>,
  ): Promise<void> {
    const content = { kind: 'comment', id, author: null, pollId, question: '', content: text, createdAt } as const;
    await this.#read(tx, { object: { kind: 'comment', id }, authorId: userId, content }, text);
    const comments = await this.windows.add(tx, userId, 'comments');
    if (comments > this.#commentsMost)
      await this.flags.raise(tx, { kind: 'profile', id: userId }, 'comments', String(comments));
  }

  @OnEvents(votesCounted)
  async onVotesArrived(
    events: readonly Envelope<EventData<typeof votesCounted>>[],
    tx: Transaction<Tables>,
  ): Promise<void> {
    const fast = new Map<number, number>();
    for (const envelope of events) {
      if (!isFresh(envelope)) continue;
      const at = Date.parse(envelope.occurredAt);
      for (const poll of envelope.data.polls) {
        const votes = this.#rates.observe(poll, at);
        if (votes !== undefined && !fast.has(poll.pollId)) fast.set(poll.pollId, votes);
      }
    }
    for (const [id, votes] of fast) await this.flags.raise(tx, { kind: 'poll', id }, 'votes', String(votes));
  }

  async #read(tx: Transaction<Tables>, seen: SeenObject, text: string): Promise<void> {
    const flagsOf = await this.settings.matcher(tx);
    for (const { kind, detail } of flagsOf(text)) await this.flags.raise(tx, seen.object, kind, detail, seen);
  }
}
