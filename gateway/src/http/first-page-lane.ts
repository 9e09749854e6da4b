import { Injectable } from '@nestjs/common';
import { FIRST_PAGE_VIEWERS_MAX, pollsRpc, type FirstPageReply } from '@inkling/contracts';
import { ApiError, RpcClient } from '@inkling/platform';
import { Lane } from '../lanes/lane.js';

interface Reader {
  readonly viewerId: number;
  resolve(page: Buffer): void;
  reject(error: unknown): void;
}

const LIMITS = { inFlight: 4, batch: FIRST_PAGE_VIEWERS_MAX, enough: 16, waiting: 5_000, patienceMs: 1_000 };

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
      const reply = await this.rpc.call(pollsRpc.firstPage, { viewerIds: readers.map(({ viewerId }) => viewerId) }, { prompt: true });
      const page = new FirstPage(reply);
      readers.forEach((reader, index) => reader.resolve(page.of(index)));
    } catch (error) {
      for (const reader of readers) reader.reject(error);
    }
  }
}

type Done = FirstPageReply['viewers'][number];

const START = Buffer.from('{"polls":[');
const COMMA = Buffer.from(',');
const viewerFields = (resultsVisible: boolean, vote: number | null, liked: boolean, saved: boolean): string =>
  `,"resultsVisible":${resultsVisible},"userVote":${vote},"userLiked":${liked},"userSaved":${saved}}`;

/**
 * One reply's page, put together per viewer out of bytes that are encoded once: a reader mostly gets the polls as
 * everybody sees them, with a few completed by their own fields.
 */
class FirstPage {
  /** Each poll as someone sees it who has not touched it, complete. */
  readonly #untouched: readonly Buffer[];
  readonly #texts: readonly { visible: Buffer; hidden: Buffer; open: boolean }[];
  readonly #end: Buffer;
  #common: Buffer | undefined;

  constructor(private readonly reply: FirstPageReply) {
    this.#untouched = reply.polls.map(({ visible, hidden, open }) => Buffer.from((open ? visible : hidden) + viewerFields(open, null, false, false)));
    this.#texts = reply.polls.map(({ visible, hidden, open }) => ({ visible: Buffer.from(visible), hidden: Buffer.from(hidden), open }));
    this.#end = Buffer.from(`],${reply.tail}}`);
  }

  of(index: number): Buffer {
    const done = this.reply.viewers[index];
    return done && done.length > 0 ? this.#page(done) : (this.#common ??= this.#page([]));
  }

  #page(done: Done): Buffer {
    const parts: Buffer[] = [START];
    let next = 0;
    this.#untouched.forEach((untouched, position) => {
      if (position > 0) parts.push(COMMA);
      // In the order of the page, as the service lists them.
      const own = done[next];
      if (own?.[0] !== position) {
        parts.push(untouched);
        return;
      }
      next += 1;
      const [, vote, liked, saved] = own;
      const { visible, hidden, open } = this.#texts[position]!;
      const resultsVisible = open || vote !== null;
      parts.push(resultsVisible ? visible : hidden, Buffer.from(viewerFields(resultsVisible, vote, liked, saved)));
    });
    parts.push(this.#end);
    return Buffer.concat(parts);
  }
}
