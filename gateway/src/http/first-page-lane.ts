import { Injectable } from '@nestjs/common';
import { FIRST_PAGE_VIEWERS_MAX, PAGE_SIZE, pollsRpc, type FirstPageReply } from '@inkling/contracts';
import { ApiError, RpcClient, Tracing, currentSpan } from '@inkling/platform';
import type { Span } from '@opentelemetry/api';
import { Lane } from '../lanes/lane.js';

interface Reader {
  readonly viewerId: number;
  resolve(page: Buffer): void;
  reject(error: unknown): void;
  readonly span: Span | undefined;
}

/**
 * Patient enough for a service that is being replaced, or a computer that is busy for a moment: a reader would only ask
 * again.
 */
const LIMITS = { inFlight: 4, batch: FIRST_PAGE_VIEWERS_MAX, enough: 16, waiting: 5_000, patienceMs: 2_500 };

/**
 * The feed's first page, which nearly everyone reads: readers of the same moment share one message and most of one
 * text.
 */
@Injectable()
export class FirstPageLane {
  readonly #lane = new Lane<Reader>(
    (readers) => this.#send(readers),
    (reader) => reader.reject(new ApiError('unavailable')),
    LIMITS,
  );

  constructor(
    private readonly rpc: RpcClient,
    private readonly tracing: Tracing,
  ) {}

  /** The page's JSON (PollPage) as this viewer sees it. @throws ApiError `unavailable` */
  read(viewerId: number): Promise<Buffer> {
    const span = this.tracing.on ? currentSpan() : undefined;
    return new Promise((resolve, reject) => {
      if (!this.#lane.add({ viewerId, resolve, reject, span })) reject(new ApiError('unavailable'));
    });
  }

  async #send(readers: readonly Reader[]): Promise<void> {
    try {
      const viewerIds = readers.map(({ viewerId }) => viewerId);
      const reply = await this.tracing.batch('first page', this.tracing.on ? readers.map(({ span }) => span) : [], () =>
        this.rpc.call(pollsRpc.firstPage, { viewerIds }, { prompt: true }),
      );
      const page = new FirstPage(reply);
      readers.forEach((reader, index) => reader.resolve(page.of(index)));
    } catch (error) {
      for (const reader of readers) reader.reject(error);
    }
  }
}

type Done = FirstPageReply['viewers'][number];
type Recommended = NonNullable<NonNullable<FirstPageReply['recommended']>[number]>;

const START = Buffer.from('{"polls":[');
const COMMA = Buffer.from(',');
/** Where a page shows what it recommends; the rest are the newest, in their order. */
const RECOMMENDED_AT = [2, 6];
const viewerFields = (resultsVisible: boolean, vote: number | null, liked: boolean, saved: boolean): string =>
  `,"resultsVisible":${resultsVisible},"userVote":${vote},"userLiked":${liked},"userSaved":${saved}`;

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
    this.#untouched = reply.polls
      .slice(0, reply.newest)
      .map(({ visible, hidden, open }) =>
        Buffer.from(`${(open ? visible : hidden) + viewerFields(open, null, false, false)}}`),
      );
    this.#texts = reply.polls.map(({ visible, hidden, open }) => ({
      visible: Buffer.from(visible),
      hidden: Buffer.from(hidden),
      open,
    }));
    this.#end = Buffer.from(`],${reply.tail}}`);
  }

  of(index: number): Buffer {
    const done = this.reply.viewers[index] ?? [];
    const recommended = this.reply.recommended?.[index];
    if (recommended) return this.#mixed(done, recommended);
    return done.length > 0
      ? this.#page(this.#newest(done, this.reply.newest), this.#end)
      : (this.#common ??= this.#page(this.#newest([], this.reply.newest), this.#end));
  }

  #page(polls: readonly (readonly Buffer[])[], end: Buffer): Buffer {
    return Buffer.concat([START, ...polls.flatMap((poll, index) => (index > 0 ? [COMMA, ...poll] : poll)), end]);
  }

  /** The first `count` of the newest. */
  #newest(done: Done, count: number): Buffer[][] {
    let next = 0;
    return this.#untouched.slice(0, count).map((untouched, position) => {
      // In the order of the page, as the service lists them.
      const own = done[next];
      if (own?.[0] !== position) return [untouched];
      next += 1;
      return this.#own(own, '}');
    });
  }

  #own([position, vote, liked, saved]: Done[number], end: string): Buffer[] {
    const { visible, hidden, open } = this.#texts[position]!;
    const resultsVisible = open || vote !== null;
    return [resultsVisible ? visible : hidden, Buffer.from(viewerFields(resultsVisible, vote, liked, saved) + end)];
  }

  #mixed(done: Done, recommended: Recommended): Buffer {
    const polls = this.#newest(done, Math.min(this.reply.newest, PAGE_SIZE - recommended.polls.length));
    recommended.polls.forEach(([position, reason, similar], index) => {
      const own = done.find((each) => each[0] === position) ?? [position, null, false, false];
      polls.splice(
        RECOMMENDED_AT[index]!,
        0,
        this.#own(own, `,"similarToLiked":${similar},"isRecommended":true,"recommendationReason":"${reason}"}`),
      );
    });
    return this.#page(polls, Buffer.from(`],${recommended.tail}}`));
  }
}
