import { ballotRule, pollCreated, pollsRpc, type StoredMedia } from '@inkling/contracts';
import { ApiError, Database, RawJson, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { AskingRule } from '../asking/asking-rule.js';
import { AuthorAudiences } from '../followers/author-audiences.js';
import { UnseenPolls } from '../audience/unseen-polls.js';
import { AuthorProjection } from '../authors/author-projection.js';
import { FeedCache } from '../feed/feed-cache.js';
import { PollLimits } from '../limits/poll-limits.js';
import type { Tables } from '../tables.js';
import { earliestEndDate } from './end-date.js';
import { PollDeletion } from './poll-deletion.js';
import { PollsRepository, type NewPoll } from './polls.repository.js';

/** Creating, reading and deleting polls. */
@RpcController()
export class PollsService {
  constructor(
    private readonly database: Database<Tables>,
    private readonly polls: PollsRepository,
    private readonly authors: AuthorProjection,
    private readonly asking: AskingRule,
    private readonly feed: FeedCache,
    private readonly limits: PollLimits,
    private readonly deletion: PollDeletion,
    private readonly audiences: AuthorAudiences,
    private readonly unseen: UnseenPolls,
  ) {}

  /**
   * Publishes a poll and returns it as its author sees it. Unlisted polls have no limit: the operator makes the probe's
   * account, and its polls last for a second (ADR 21).
   * @throws ApiError `end-date-too-early`; `user-not-found`; `ask-needs-email`; `ask-needs-age`; `too-many-polls`
   */
  @Rpc(pollsRpc.create)
  async create(request: RpcRequestOf<typeof pollsRpc.create>): Promise<RawJson> {
    if (!request.unlisted) this.limits.polls.assertOpen(request);
    const endDate = request.endDate === undefined ? null : new Date(request.endDate);
    if (endDate && endDate < earliestEndDate(await this.polls.now())) throw new ApiError('end-date-too-early');
    await this.authors.ensure(request.userId);
    if (!request.unlisted && !request.staff) await this.asking.check(request.userId);

    const poll: NewPoll = {
      authorId: request.userId,
      question: request.question,
      options: request.options,
      media: mediaOf(request.media, request.mediaAlt),
      optionImages: optionImagesOf(request),
      endDate,
      showResultsBeforeVoting: request.showResultsBeforeVoting,
      rule: ballotRule(request),
      sealed: request.sealed,
      shuffled: request.shuffled,
      quiz: quizOf(request),
      visibility: request.visibility,
      unlisted: request.unlisted === true,
    };
    const publish = () => this.#publish(poll);
    const body = await (poll.unlisted ? publish() : this.limits.polls.during(request, publish));
    if (!poll.unlisted) this.feed.changed();
    if (poll.visibility === 'followers') this.audiences.wake();
    return new RawJson(body);
  }

  /** Stores a poll with its event. @returns its JSON text as its author sees it */
  #publish(poll: NewPoll): Promise<string> {
    return this.database.transaction(async (tx) => {
      const stored = await this.polls.insert(tx, poll);
      if (poll.visibility === 'followers') await this.audiences.askFollowers(tx, poll.authorId);
      if (poll.unlisted) return stored.body;
      await tx.publish(pollCreated, {
        pollId: stored.id,
        authorId: poll.authorId,
        question: poll.question,
        options: [...poll.options],
        endDate: poll.endDate?.toISOString() ?? null,
        createdAt: stored.createdAt.toISOString(),
        media: poll.media?.path ?? null,
        ...(poll.visibility === 'public' ? {} : { visibility: poll.visibility }),
      });
      return stored.body;
    });
  }

  /** @throws ApiError `poll-not-found`; `followers-only` */
  @Rpc(pollsRpc.get)
  async get({ pollId, viewerId }: RpcRequestOf<typeof pollsRpc.get>): Promise<RawJson> {
    const body = await this.polls.find(pollId, viewerId);
    if (body === undefined) throw await this.unseen.refusal(pollId, viewerId);
    return new RawJson(body);
  }

  /**
   * What anyone may see of a poll (PollPreview), if the viewer, where there is one, may see it.
   * @throws ApiError `poll-not-found`; `followers-only`
   */
  @Rpc(pollsRpc.preview)
  async preview({ pollId, viewerId }: RpcRequestOf<typeof pollsRpc.preview>): Promise<RawJson> {
    const body = await this.polls.findPreview(pollId, viewerId);
    if (body === undefined) throw await this.unseen.refusal(pollId, viewerId);
    return new RawJson(body);
  }

  /** Those of the paths that some poll uses. */
  @Rpc(pollsRpc.usedMedia)
  async usedMedia({ paths }: RpcRequestOf<typeof pollsRpc.usedMedia>): Promise<{ paths: string[] }> {
    return { paths: await this.polls.usedMedia(paths) };
  }

  @Rpc(pollsRpc.countByAuthor)
  countByAuthor({
    userId,
    viewerId,
  }: RpcRequestOf<typeof pollsRpc.countByAuthor>): Promise<{ pollsCount: number; apart?: boolean }> {
    return this.authors.pollsCount(userId, viewerId);
  }

  /**
   * Deletes one's own poll.
   * @throws ApiError `poll-not-found`; `forbidden` for anyone but the author
   */
  @Rpc(pollsRpc.remove)
  async remove({ pollId, userId }: RpcRequestOf<typeof pollsRpc.remove>): Promise<object> {
    await this.deletion.delete(pollId, userId);
    return {};
  }
}

const quizOf = ({ quizAnswer: answer, quizExplanation }: RpcRequestOf<typeof pollsRpc.create>): NewPoll['quiz'] =>
  answer === undefined ? null : { answer, explanation: quizExplanation ?? null };

/** One for each option, or null. The gateway sends them only with their descriptions. */
const optionImagesOf = ({ optionImages, optionAlts }: RpcRequestOf<typeof pollsRpc.create>): NewPoll['optionImages'] =>
  optionImages?.map(({ path, ...known }, index) => ({
    image: path,
    imageInfo: { ...known, alt: optionAlts?.[index] ?? null },
  })) ?? null;

/** Splits stored media into its path and what a poll shows about it, with the author's description. */
function mediaOf(stored: StoredMedia | undefined, alt: string | undefined): NewPoll['media'] {
  if (!stored) return null;
  const { path, ...known } = stored;
  return { path, info: { ...known, alt: alt ?? null } };
}
