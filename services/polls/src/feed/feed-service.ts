import { Injectable } from '@nestjs/common';
import { PAGE_SIZE, pollForViewer, type FirstPageReply } from '@inkling/contracts';
import type { RawJson } from '@inkling/platform';
import { decodeCursor } from './cursor.js';
import { FeedCache, type FirstPage } from './feed-cache.js';
import { FeedRepository, type ListPage, type ListRequest } from './feed-repository.js';
import { pageJson, pagination } from './page.js';
import { Recommendations, type Recommended } from '../recommendations/recommendations.js';
import { ViewerFlagsLookup, type ViewerFlags } from './viewer-flags.js';

/** A page is asked for by cursor, or by number from 1; a cursor wins. */
export interface PageRequest {
  readonly viewerId: number;
  readonly page?: number | undefined;
  readonly cursor?: string | undefined;
}

function listRequest(request: PageRequest, kind: 'by-id' | 'by-time'): ListRequest & { page: number } {
  const after = request.cursor === undefined ? undefined : decodeCursor(request.cursor, kind);
  const { page = 1 } = request;
  // A cursor of an earlier version does not carry the number of its page.
  if (after) return { viewerId: request.viewerId, after, skip: 0, page: after.page ?? 2 };
  return { viewerId: request.viewerId, after, skip: (page - 1) * PAGE_SIZE, page };
}

/** Where the feed goes on after a first page on which `chosen` have taken the place of as many of the newest. */
function tailBeside({ polls }: FirstPage, chosen: readonly Recommended[]): string {
  const shown = PAGE_SIZE - chosen.length;
  return pagination(
    1,
    polls.length > shown
      ? { pollId: polls[shown - 1]!.pollId, without: chosen.map(({ poll }) => poll.pollId) }
      : undefined,
  );
}

const answer = (list: ListPage, request: { page: number }): RawJson =>
  pageJson(list.polls, pagination(request.page, list.last));

/**
 * Lists of polls as PollPage, each poll as its viewer sees it. All throw ApiError `invalid-request` for a foreign
 * cursor.
 */
@Injectable()
export class FeedService {
  constructor(
    private readonly repository: FeedRepository,
    private readonly cache: FeedCache,
    private readonly flags: ViewerFlagsLookup,
    private readonly recommendations: Recommendations,
  ) {}

  /**
   * All polls, the newest first. A page by cursor does not move when new polls arrive. What the first page recommends
   * takes the place of its last polls; later pages go on with those and leave the recommended ones out.
   */
  async feed(request: PageRequest): Promise<RawJson> {
    const list = listRequest(request, 'by-id');
    if (this.cache.enabled && !list.after && list.skip === 0) return this.#firstPage(request.viewerId);
    if (list.after) return answer(await this.repository.feed({ ...list, without: list.after.without }), list);
    if (list.skip === 0) return answer(await this.repository.feed(list), list);
    const { pollIds } = await this.cache.firstPage();
    const [recommended = []] = await this.recommendations.forViewers([request.viewerId], pollIds);
    return answer(
      await this.repository.feed({
        ...list,
        skip: list.skip - recommended.length,
        without: recommended.map(({ poll }) => poll.pollId),
      }),
      list,
    );
  }

  /** The first page for several viewers, each poll once; a gateway puts the viewers' own fields in. */
  async firstPage(viewerIds: readonly number[]): Promise<FirstPageReply> {
    const page = await this.cache.firstPage();
    const picks = await this.recommendations.forViewers(viewerIds, page.pollIds);
    const added = new Map(picks.flat().map(({ poll }) => [poll.pollId, poll]));
    const addedIds = [...added.keys()].toSorted((a, b) => a - b);
    const [flags, addedFlags] = await Promise.all([
      Promise.all(viewerIds.map((viewerId) => this.flags.find(viewerId, page.pollIds))),
      Promise.all(
        viewerIds.map((viewerId, index) => this.flags.find(viewerId, picks[index]!.length > 0 ? addedIds : [])),
      ),
    ]);
    const done = (own: ViewerFlags, pollIds: readonly number[], first: number) =>
      pollIds.flatMap((pollId, position): FirstPageReply['viewers'][number] => {
        const flag = own.get(pollId);
        return flag ? [[first + position, flag.vote, flag.liked, flag.saved]] : [];
      });
    const position = new Map(addedIds.map((pollId, index) => [pollId, page.pollIds.length + index]));
    return {
      polls: [...page.polls, ...addedIds.map((pollId) => added.get(pollId)!)].map(({ visible, hidden, open }) => ({
        visible,
        hidden,
        open,
      })),
      newest: page.polls.length,
      tail: page.tail,
      viewers: flags.map((own, index) => [
        ...done(own, page.pollIds, 0),
        ...done(addedFlags[index]!, addedIds, page.pollIds.length),
      ]),
      ...(addedIds.length > 0
        ? {
            recommended: picks.map((chosen) =>
              chosen.length === 0
                ? null
                : {
                    polls: chosen.map(({ poll, reason, similarToLiked }) => [
                      position.get(poll.pollId)!,
                      reason,
                      similarToLiked,
                    ]),
                    tail: tailBeside(page, chosen),
                  },
            ),
          }
        : {}),
    };
  }

  /** One author's polls, the newest first. */
  async byAuthor(authorId: number, request: PageRequest): Promise<RawJson> {
    const list = listRequest(request, 'by-id');
    return answer(await this.repository.byAuthor(authorId, list), list);
  }

  /** What the viewer has voted on, the latest vote first. */
  async voted(request: PageRequest): Promise<RawJson> {
    const list = listRequest(request, 'by-time');
    return answer(await this.repository.voted(list), list);
  }

  /** What the viewer has saved, the latest first. */
  async saved(request: PageRequest): Promise<RawJson> {
    const list = listRequest(request, 'by-time');
    return answer(await this.repository.saved(list), list);
  }

  async #firstPage(viewerId: number): Promise<RawJson> {
    const page = await this.cache.firstPage();
    const own = await this.flags.find(viewerId, page.pollIds);
    if (own.size === 0) return page.answer;
    const bodies = page.polls.map((poll, index) => {
      const flags = own.get(poll.pollId);
      return flags ? pollForViewer(poll, flags) : page.untouched[index]!;
    });
    return pageJson(bodies.join(','), page.tail);
  }
}
