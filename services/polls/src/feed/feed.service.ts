import { PAGE_SIZE, pollPage, pollsRpc, type FirstPageReply } from '@inkling/contracts';
import { RawJson, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { Recommendations, type Recommended } from '../recommendations/recommendations.js';
import { decodeCursor, paginationJson } from './cursor.js';
import { FeedCache, type FirstPage } from './feed-cache.js';
import { FeedRepository, type ListPage, type ListRequest } from './feed.repository.js';
import { ViewerFieldsLookup, type ActionsByPoll } from './viewer-fields.js';

/** A page is requested by cursor, or by number from 1; a cursor wins. */
type PageRequest = RpcRequestOf<typeof pollsRpc.feed>;

/**
 * Lists of polls as PollPage, each poll as its viewer sees it. All throw ApiError `invalid-request` for a foreign
 * cursor.
 */
@RpcController()
export class FeedService {
  constructor(
    private readonly repository: FeedRepository,
    private readonly cache: FeedCache,
    private readonly viewerFields: ViewerFieldsLookup,
    private readonly recommendations: Recommendations,
  ) {}

  /**
   * All polls, newest first. A page by cursor does not move when new polls arrive. Recommendations on the first page
   * replace its last polls; later pages continue with those and leave the recommended ones out. The gateway asks for
   * the first page by `firstPage`.
   */
  @Rpc(pollsRpc.feed)
  async feed(request: PageRequest): Promise<RawJson> {
    const list = listRequest(request, 'by-id');
    if (list.after) return answer(await this.repository.feed({ ...list, without: list.after.without }), list);
    if (list.skip === 0) return answer(await this.repository.feed(list), list);
    const { pollIds } = await this.cache.firstPage();
    const [recommended = []] = await this.recommendations.forViewers([request.viewerId], pollIds);
    const page = await this.repository.feed({
      ...list,
      skip: list.skip - recommended.length,
      without: recommended.map(({ poll }) => poll.pollId),
    });
    return answer(page, list);
  }

  /** The first page for several viewers, each poll once; the gateway adds the viewer fields. */
  @Rpc(pollsRpc.firstPage)
  async firstPage({ viewerIds }: RpcRequestOf<typeof pollsRpc.firstPage>): Promise<FirstPageReply> {
    const page = await this.cache.firstPage();
    const picks = await this.recommendations.forViewers(viewerIds, page.pollIds);
    const added = new Map(picks.flat().map(({ poll }) => [poll.pollId, poll]));
    const addedIds = [...added.keys()].toSorted((a, b) => a - b);
    const [actions, addedActions] = await Promise.all([
      Promise.all(viewerIds.map((viewerId) => this.viewerFields.find(viewerId, page.pollIds))),
      Promise.all(
        viewerIds.map((viewerId, index) => this.viewerFields.find(viewerId, picks[index]!.length > 0 ? addedIds : [])),
      ),
    ]);
    return {
      polls: [...page.polls, ...addedIds.map((pollId) => added.get(pollId)!)].map(({ visible, hidden, open }) => ({
        visible,
        hidden,
        open,
      })),
      newest: page.polls.length,
      tail: page.tail,
      viewers: actions.map((own, index) => [
        ...actionsOn(own, page.pollIds, 0),
        ...actionsOn(addedActions[index]!, addedIds, page.pollIds.length),
      ]),
      ...(addedIds.length > 0 ? { recommended: recommendedOn(page, picks, addedIds) } : {}),
    };
  }

  /** One author's polls, newest first. */
  @Rpc(pollsRpc.byAuthor)
  async byAuthor(request: RpcRequestOf<typeof pollsRpc.byAuthor>): Promise<RawJson> {
    const list = listRequest(request, 'by-id');
    return answer(await this.repository.byAuthor(request.userId, list), list);
  }

  /** What the viewer has voted on, latest vote first. */
  @Rpc(pollsRpc.voted)
  async voted(request: PageRequest): Promise<RawJson> {
    const list = listRequest(request, 'by-time');
    return answer(await this.repository.voted(list), list);
  }

  /** What the viewer has saved, latest first. */
  @Rpc(pollsRpc.saved)
  async saved(request: PageRequest): Promise<RawJson> {
    const list = listRequest(request, 'by-time');
    return answer(await this.repository.saved(list), list);
  }
}

function listRequest(request: PageRequest, kind: 'by-id' | 'by-time'): ListRequest & { page: number } {
  const after = request.cursor === undefined ? undefined : decodeCursor(request.cursor, kind);
  const { viewerId, page = 1 } = request;
  // A cursor of an earlier version does not carry the number of its page.
  if (after) return { viewerId, after, skip: 0, page: after.page ?? 2 };
  return { viewerId, after, skip: (page - 1) * PAGE_SIZE, page };
}

const answer = (list: ListPage, request: { page: number }): RawJson =>
  new RawJson(pollPage(list.polls, paginationJson(request.page, list.last)));

/** What a viewer did, as [position, vote, liked, saved] with positions from `first`; nothing for untouched polls. */
const actionsOn = (own: ActionsByPoll, pollIds: readonly number[], first: number): FirstPageReply['viewers'][number] =>
  pollIds.flatMap((pollId, index): FirstPageReply['viewers'][number] => {
    const actions = own.get(pollId);
    return actions ? [[first + index, actions.vote, actions.liked, actions.saved]] : [];
  });

/** Each viewer's recommendations as [position, reason, similarToLiked], and the pagination that follows from them. */
function recommendedOn(
  page: FirstPage,
  picks: readonly (readonly Recommended[])[],
  addedIds: readonly number[],
): FirstPageReply['recommended'] {
  const position = new Map(addedIds.map((pollId, index) => [pollId, page.pollIds.length + index]));
  return picks.map((chosen) =>
    chosen.length === 0
      ? null
      : {
          polls: chosen.map(({ poll, reason, similarToLiked }) => [position.get(poll.pollId)!, reason, similarToLiked]),
          tail: tailBeside(page, chosen),
        },
  );
}

/** Where the feed continues after a first page whose last polls have made room for `chosen`. */
function tailBeside({ polls }: FirstPage, chosen: readonly Recommended[]): string {
  const shown = PAGE_SIZE - chosen.length;
  return paginationJson(
    1,
    polls.length > shown
      ? { pollId: polls[shown - 1]!.pollId, without: chosen.map(({ poll }) => poll.pollId) }
      : undefined,
  );
}
