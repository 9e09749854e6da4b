import { Injectable } from '@nestjs/common';
import { PAGE_SIZE, type FirstPageReply } from '@inkling/contracts';
import type { RawJson } from '@inkling/platform';
import { completePoll } from '../polls/poll-text.js';
import { decodeCursor } from './cursor.js';
import { FeedCache } from './feed-cache.js';
import { FeedRepository, type ListPage, type ListRequest } from './feed-repository.js';
import { pageJson, pagination } from './page.js';
import { ViewerFlagsLookup } from './viewer-flags.js';

/** A page is asked for by cursor, or by number from 1; a cursor wins. */
export interface PageRequest {
  readonly viewerId: number;
  readonly page?: number | undefined;
  readonly cursor?: string | undefined;
}

function listRequest(request: PageRequest, kind: 'by-id' | 'by-time'): ListRequest {
  const after = request.cursor === undefined ? undefined : decodeCursor(request.cursor, kind);
  return { viewerId: request.viewerId, after, skip: after ? 0 : ((request.page ?? 1) - 1) * PAGE_SIZE };
}

const answer = (list: ListPage, request: PageRequest): RawJson => pageJson(list.polls, pagination(request.page ?? 1, list.last));

/** Lists of polls as PollPage, each poll as its viewer sees it. All throw ApiError `invalid-request` for a foreign cursor. */
@Injectable()
export class FeedService {
  constructor(
    private readonly repository: FeedRepository,
    private readonly cache: FeedCache,
    private readonly flags: ViewerFlagsLookup,
  ) {}

  /** All polls, the newest first. A page by cursor does not move when new polls arrive. */
  async feed(request: PageRequest): Promise<RawJson> {
    const list = listRequest(request, 'by-id');
    if (this.cache.enabled && !list.after && list.skip === 0) return this.#firstPage(request.viewerId);
    return answer(await this.repository.feed(list), request);
  }

  /** The first page for several viewers, each poll once; a gateway puts the viewers' own fields in. */
  async firstPage(viewerIds: readonly number[]): Promise<FirstPageReply> {
    const page = await this.cache.firstPage();
    const flags = await Promise.all(viewerIds.map((viewerId) => this.flags.find(viewerId, page.pollIds)));
    return {
      polls: page.polls.map(({ visible, hidden, open }) => ({ visible, hidden, open })),
      tail: page.tail,
      viewers: flags.map((own) =>
        page.pollIds.flatMap((pollId, position) => {
          const done = own.get(pollId);
          return done ? [[position, done.vote, done.liked, done.saved]] : [];
        }),
      ),
    };
  }

  /** One author's polls, the newest first. */
  async byAuthor(authorId: number, request: PageRequest): Promise<RawJson> {
    return answer(await this.repository.byAuthor(authorId, listRequest(request, 'by-id')), request);
  }

  /** What the viewer has voted on, the latest vote first. */
  async voted(request: PageRequest): Promise<RawJson> {
    return answer(await this.repository.voted(listRequest(request, 'by-time')), request);
  }

  /** What the viewer has saved, the latest first. */
  async saved(request: PageRequest): Promise<RawJson> {
    return answer(await this.repository.saved(listRequest(request, 'by-time')), request);
  }

  async #firstPage(viewerId: number): Promise<RawJson> {
    const page = await this.cache.firstPage();
    const own = await this.flags.find(viewerId, page.pollIds);
    if (own.size === 0) return page.answer;
    const bodies = page.polls.map((poll, index) => {
      const flags = own.get(poll.pollId);
      if (!flags) return page.untouched[index]!;
      const resultsVisible = poll.open || flags.vote !== null;
      return completePoll(resultsVisible ? poll.visible : poll.hidden, { resultsVisible, userVote: flags.vote, userLiked: flags.liked, userSaved: flags.saved });
    });
    return pageJson(bodies.join(','), page.tail);
  }
}
