import { PAGE_SIZE, pollPage, pollsRpc, type FirstPageReply } from '@inkling/contracts';
import { ApiError, RawJson, Rpc, RpcController, type RpcRequestOf } from '@inkling/platform';
import { Recommendations, type Recommended } from '../recommendations/recommendations.js';
import { positionAfter, type FeedPosition } from './author-spread.js';
import { decodeCursor, paginationJson } from './cursor.js';
import { FeedCache, type FirstPage } from './feed-cache.js';
import { FeedRepository, type ListPage, type ListRequest } from './feed.repository.js';
import { FilteredFeed } from './filtered-feed.js';
import { PollViews } from '../views/poll-views.js';
import { actionsOn, remindedOn, remindedPart, textsOf } from './first-page-parts.js';
import { ViewerFieldsLookup } from './viewer-fields.js';

/** A page is requested by cursor, or by number from 1; a cursor wins. */
type PageRequest = RpcRequestOf<typeof pollsRpc.feed>;

/** Pages by number up to this one hold at most AUTHOR_MAX polls of an author. */
const SPREAD_PAGES_MAX = 20;

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
    private readonly filtered: FilteredFeed,
    private readonly views: PollViews,
  ) {}

  /**
   * All polls, newest first. A page by cursor does not move when new polls arrive. Recommendations on the first page
   * replace its last polls; later pages continue with those and leave the recommended ones out. A page shows at most
   * two polls of one author, and a later page the others (docs/product.md#feed). The gateway asks for the first page by
   * `firstPage`.
   */
  @Rpc(pollsRpc.feed)
  async feed(request: PageRequest): Promise<RawJson> {
    const list = listRequest(request, 'by-id');
    if (list.after) return answer(await this.filtered.page({ ...list, without: list.after.without }), list);
    if (list.skip === 0) return answer(await this.filtered.page(list), list);
    const { viewerId } = request;
    const first = await this.cache.firstPage();
    const [[recommended = []], { filtered }] = await Promise.all([
      this.recommendations.forViewers([viewerId], first),
      this.viewerFields.find(viewerId, first.pollIds),
    ]);
    const without = recommended.map(({ poll }) => poll.pollId);
    // A page by number costs as much as all pages before it, so far ones are plain.
    const page =
      filtered || list.page > SPREAD_PAGES_MAX
        ? await this.filtered.page({ ...list, skip: list.skip - recommended.length, without })
        : await this.repository.feedPage(viewerId, list.page, without);
    return answer(page, list);
  }

  /** The first page for several viewers, each poll once; the gateway adds the viewer fields. */
  @Rpc(pollsRpc.firstPage)
  async firstPage({ viewerIds }: RpcRequestOf<typeof pollsRpc.firstPage>): Promise<FirstPageReply> {
    const page = await this.cache.firstPage();
    const picks = await this.recommendations.forViewers(viewerIds, page);
    this.#countViews(page, picks);
    const added = new Map(picks.flat().map(({ poll }) => [poll.pollId, poll]));
    const addedIds = [...added.keys()].toSorted((a, b) => a - b);
    const readers = viewerIds.map((viewerId, index) => ({ viewerId, picks: picks[index]! }));
    const started = this.filtered.begin(page, readers);
    const [viewers, addedViewers] = await Promise.all([
      Promise.all(viewerIds.map((viewerId) => this.viewerFields.find(viewerId, page.pollIds))),
      Promise.all(
        viewerIds.map((viewerId, index) =>
          this.viewerFields.actionsOn(viewerId, picks[index]!.length > 0 ? addedIds : []),
        ),
      ),
    ]);
    const reply: FirstPageReply = {
      polls: [...page.polls, ...addedIds.map((pollId) => added.get(pollId)!)].map(textsOf),
      newest: page.polls.length,
      tail: page.tail,
      viewers: viewers.map(({ actions }, index) => [
        ...actionsOn(actions, page.pollIds, 0),
        ...actionsOn(addedViewers[index]!, addedIds, page.pollIds.length),
      ]),
      ...remindedPart(
        viewers.map(({ actions }, index) => [
          ...remindedOn(actions, page.pollIds, 0),
          ...remindedOn(addedViewers[index]!, addedIds, page.pollIds.length),
        ]),
      ),
      ...(addedIds.length > 0 ? { recommended: recommendedOn(page, picks, addedIds) } : {}),
    };
    if (!viewers.some(({ filtered }) => filtered)) return reply;
    return this.filtered.firstPage(
      reply,
      page,
      readers.map((reader, index) => {
        const { filtered, seesRestricted } = viewers[index]!;
        return { ...reader, filtered, seesRestricted };
      }),
      started,
    );
  }

  /** As if nothing were hidden from any of these readers; that is so for nearly all. */
  #countViews({ pollIds }: FirstPage, picks: readonly (readonly Recommended[])[]): void {
    for (const [recommended, readers] of Map.groupBy(picks, ({ length }) => length))
      this.views.listed(pollIds.slice(0, PAGE_SIZE - recommended), readers.length);
    this.views.listed(picks.flat().map(({ poll }) => poll.pollId));
  }

  /** One author's polls, newest first. @throws ApiError `user-not-found` when a block separates them from the viewer */
  @Rpc(pollsRpc.byAuthor)
  async byAuthor(request: RpcRequestOf<typeof pollsRpc.byAuthor>): Promise<RawJson> {
    const list = listRequest(request, 'by-id');
    const page = await this.repository.byAuthor(request.userId, list);
    if (page.apart) throw new ApiError('user-not-found');
    return answer(page, list);
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
          tail: paginationJson(1, positionBeside(page, chosen)),
        },
  );
}

/** Where the feed continues after a first page whose last polls have made room for `chosen`. */
const positionBeside = ({ polls, keys }: FirstPage, chosen: readonly Recommended[]): FeedPosition | undefined =>
  positionAfter(
    keys,
    polls.slice(0, PAGE_SIZE - chosen.length),
    chosen.map(({ poll }) => poll.pollId),
  );
