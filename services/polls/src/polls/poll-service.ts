import { Injectable } from '@nestjs/common';
import { pollCreated, pollDeleted, type EventData, type StoredMedia, type pollsRpc } from '@inkling/contracts';
import { ApiError, Database, OnEvent, RawJson, type RpcRequestOf, type Transaction } from '@inkling/platform';
import { AuthorProjection } from '../authors/author-projection.js';
import { FeedCache } from '../feed/feed-cache.js';
import { LiveTallies } from '../live/live-tallies.js';
import { earliestEndDate } from './end-date.js';
import { PollEntity, type NewPoll } from './poll.entity.js';
import { PollRepository } from './poll-repository.js';

/** A stored object as a poll keeps it: its path, and what is known of it with its author's words. */
function mediaOf(stored: StoredMedia | undefined, alt: string | undefined): NewPoll['media'] {
  if (!stored) return null;
  const { path, ...known } = stored;
  return { path, info: { ...known, alt: alt ?? null } };
}

/** Asking, reading and deleting polls. */
@Injectable()
export class PollService {
  constructor(
    private readonly database: Database,
    private readonly polls: PollRepository,
    private readonly authors: AuthorProjection,
    private readonly feed: FeedCache,
    private readonly live: LiveTallies,
  ) {}

  /**
   * Publishes a poll and returns it as its author sees it.
   * @throws ApiError `end-date-too-early`; `user-not-found`
   */
  async create(request: RpcRequestOf<typeof pollsRpc.create>): Promise<RawJson> {
    const endDate = request.endDate === undefined ? null : new Date(request.endDate);
    if (endDate && endDate < earliestEndDate(await this.polls.now())) throw new ApiError('end-date-too-early');
    await this.authors.ensure(request.userId);

    const body = await this.database.transaction(async (tx) => {
      const poll = PollEntity.ask({
        authorId: request.userId,
        question: request.question,
        options: request.options,
        media: mediaOf(request.media, request.mediaAlt),
        endDate,
        showResultsBeforeVoting: request.showResultsBeforeVoting,
        unlisted: request.unlisted === true,
      });
      const text = await this.polls.insert(tx, poll);
      if (poll.unlisted) return text;
      await tx.publish(pollCreated, {
        pollId: poll.id,
        authorId: poll.authorId,
        question: poll.question,
        options: poll.options,
        endDate: endDate?.toISOString() ?? null,
        createdAt: poll.createdAt.toISOString(),
        media: poll.media,
      });
      return text;
    });
    if (!request.unlisted) this.feed.changed();
    return new RawJson(body);
  }

  /** @throws ApiError `poll-not-found` */
  async get(pollId: number, viewerId: number): Promise<RawJson> {
    const body = await this.polls.find(pollId, viewerId);
    if (body === undefined) throw new ApiError('poll-not-found');
    return new RawJson(body);
  }

  /**
   * What anyone may see of a poll (PollPreview).
   * @throws ApiError `poll-not-found`
   */
  async preview(pollId: number): Promise<RawJson> {
    const body = await this.polls.findPreview(pollId);
    if (body === undefined) throw new ApiError('poll-not-found');
    return new RawJson(body);
  }

  /** Those of the paths that some poll uses. */
  usedMedia(paths: readonly string[]): Promise<string[]> {
    return this.polls.usedMedia(paths);
  }

  /**
   * Deletes one's own poll: from now on no read shows it, and its rows follow in the background. The event names its
   * media, whose owner removes the object. An unlisted poll goes at once, since no event has announced it.
   * @throws ApiError `poll-not-found`; `forbidden` for anyone but the author
   */
  async remove(pollId: number, userId: number): Promise<void> {
    const { last, unlisted } = await this.database.transaction(async (tx) => {
      const poll = await this.polls.lock(tx, pollId);
      if (!poll) throw new ApiError('poll-not-found');
      const { authorId, media, unlisted } = poll;
      if (authorId !== userId) throw new ApiError('forbidden', { message: 'Only its author can delete a poll.' });
      const tally = await this.polls.hide(tx, pollId, authorId);
      if (unlisted) await this.polls.purgeUnlisted(tx, pollId);
      else await tx.publish(pollDeleted, { pollId, authorId, media });
      return { last: tally, unlisted };
    });
    if (!unlisted) this.feed.changed();
    this.live.mark(last);
  }

  /**
   * Removes what a deleted poll has left. The batches commit by themselves, since the poll is hidden already and a
   * repetition finds less to do; only the poll's own row goes with the mark that the event was taken in.
   */
  @OnEvent(pollDeleted)
  async purge(data: EventData<typeof pollDeleted>, tx: Transaction): Promise<void> {
    await this.polls.purgeRows(data.pollId);
    await this.polls.purgePoll(tx, data.pollId);
  }
}
