import { Injectable } from '@nestjs/common';
import { FIRST_PAGE_VIEWERS_MAX, pollsRpc, type FirstPageReply } from '@inkling/contracts';
import { ApiError, RpcClient } from '@inkling/platform';
import { Lane } from '../lanes/lane.js';

interface Reader {
  readonly viewerId: number;
  resolve(page: Buffer): void;
  reject(error: unknown): void;
}

const LIMITS = { inFlight: 4, batch: FIRST_PAGE_VIEWERS_MAX, waiting: 5_000, patienceMs: 1_000 };

/** The feed's first page, which nearly everyone reads: readers of the same moment share one message and most of one text. */
@Injectable()
export class FirstPageLane {
  readonly #lane = new Lane<Reader>(
    (readers) => this.#send(readers),
    (reader) => reader.reject(new ApiError('unavailable')),
    LIMITS,
  );

  constructor(private readonly rpc: RpcClient) {}

  /** The page's JSON (PollPage) as this viewer sees it. @throws ApiError `unavailable` */
  read(viewerId: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (!this.#lane.add({ viewerId, resolve, reject })) reject(new ApiError('unavailable'));
    });
  }

  async #send(readers: readonly Reader[]): Promise<void> {
    try {
      const reply = await this.rpc.call(pollsRpc.firstPage, { viewerIds: readers.map(({ viewerId }) => viewerId) });
      const page = new FirstPage(reply);
      readers.forEach((reader, index) => reader.resolve(page.of(index)));
    } catch (error) {
      for (const reader of readers) reader.reject(error);
    }
  }
}

type Done = FirstPageReply['viewers'][number];

/** One reply's page, put together per viewer; most have touched none of its polls and get the same bytes. */
class FirstPage {
  #untouched: Buffer | undefined;

  constructor(private readonly reply: FirstPageReply) {}

  of(index: number): Buffer {
    const done = this.reply.viewers[index];
    return done && done.length > 0 ? this.#page(done) : (this.#untouched ??= this.#page([]));
  }

  #page(done: Done): Buffer {
    const own = new Map(done.map((entry) => [entry[0], entry]));
    const polls = this.reply.polls.map(({ visible, hidden, open }, position) => {
      const [, vote, liked, saved] = own.get(position) ?? [position, null, false, false];
      const resultsVisible = open || vote !== null;
      return `${resultsVisible ? visible : hidden},"resultsVisible":${resultsVisible},"userVote":${vote},"userLiked":${liked},"userSaved":${saved}}`;
    });
    return Buffer.from(`{"polls":[${polls.join(',')}],${this.reply.tail}}`);
  }
}
