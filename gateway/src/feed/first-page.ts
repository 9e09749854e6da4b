import { Injectable } from '@nestjs/common';
import {
  FIRST_PAGE_VIEWERS_MAX,
  PAGE_SIZE,
  PollBytes,
  pollPageBytes,
  pollPageEnd,
  pollsRpc,
  type FirstPageReply,
  type ViewerActions,
} from '@inkling/contracts';
import { BatchLoader, RpcClient, Tracing, currentSpan, readsMayBeLate } from '@inkling/platform';
import type { Span } from '@opentelemetry/api';

interface Reader {
  readonly viewerId: number;
  readonly span: Span | undefined;
}

/** The timeout outlasts a service that is being replaced, because a reader would only ask again. */
const LIMITS = { inFlight: 4, batch: FIRST_PAGE_VIEWERS_MAX, enough: 32, waiting: 5_000, timeoutMs: 2_500 };

/** The feed's first page, the most frequent read: readers of the same moment share one call and most of its text. */
@Injectable()
export class FirstPageReader {
  readonly #pages = new BatchLoader<Reader, Buffer>((readers) => this.#load(readers), LIMITS);
  /** Readers who have written nothing lately; their calls may be answered by a standby. */
  readonly #latePages = new BatchLoader<Reader, Buffer>((readers) => this.#load(readers), LIMITS);

  constructor(
    private readonly rpc: RpcClient,
    private readonly tracing: Tracing,
  ) {}

  /** The page's JSON (PollPage) as this viewer sees it. @throws ApiError `unavailable` */
  read(viewerId: number): Promise<Buffer> {
    const pages = readsMayBeLate() ? this.#latePages : this.#pages;
    return pages.load({ viewerId, span: this.tracing.on ? currentSpan() : undefined });
  }

  async #load(readers: readonly Reader[]): Promise<Buffer[]> {
    const viewerIds = readers.map(({ viewerId }) => viewerId);
    const spans = this.tracing.on ? readers.map(({ span }) => span) : [];
    const reply = await this.tracing.batch('first page', spans, () =>
      this.rpc.call(pollsRpc.firstPage, { viewerIds }, { prompt: true }),
    );
    const page = new FirstPage(reply);
    return readers.map((_reader, index) => page.of(index));
  }
}

/** What a viewer has done with the poll at a position. */
type Actions = readonly (readonly [position: number, actions: ViewerActions])[];
type Recommended = NonNullable<NonNullable<FirstPageReply['recommended']>[number]>;
type OwnPage = NonNullable<NonNullable<FirstPageReply['own']>[number]>;

/** Where a page shows what it recommends; the rest are the newest, in their order. */
const RECOMMENDED_AT = [2, 6];

function actionsOf({ viewers, reminded }: FirstPageReply, index: number): Actions {
  const asked = reminded?.[index];
  return (viewers[index] ?? []).map(([position, vote, liked, saved]) => [
    position,
    { vote, liked, saved, reminded: asked?.includes(position) ?? false },
  ]);
}

/**
 * One reply's page, put together per viewer out of bytes that are encoded once: a reader mostly gets the polls as
 * everybody sees them, with a few completed by their viewer fields.
 */
class FirstPage {
  readonly #reply: FirstPageReply;
  readonly #polls: readonly PollBytes[];
  readonly #end: Buffer;
  #common: Buffer | undefined;

  constructor(reply: FirstPageReply) {
    this.#reply = reply;
    this.#polls = reply.polls.map((texts) => new PollBytes(texts));
    this.#end = pollPageEnd(reply.tail);
  }

  /** The page of the viewer at this place of the request. */
  of(index: number): Buffer {
    const { recommended, newest, own } = this.#reply;
    const actions = actionsOf(this.#reply, index);
    const chosen = recommended?.[index];
    const mine = own?.[index];
    if (mine) return this.#filtered(actions, mine, chosen);
    if (chosen) return this.#mixed(actions, chosen);
    if (actions.length > 0) return pollPageBytes(this.#newest(actions, newest), this.#end);
    return (this.#common ??= pollPageBytes(this.#newest([], newest), this.#end));
  }

  /** The first `count` of the newest. */
  #newest(actions: Actions, count: number): (readonly Buffer[])[] {
    let next = 0;
    return this.#polls.slice(0, count).map((poll, position) => {
      // In the order of the page, as the service lists them.
      const own = actions[next];
      if (own?.[0] !== position) return poll.forViewer();
      next += 1;
      return poll.forViewer(own[1]);
    });
  }

  /** The page of a viewer who does not see some of the newest. */
  #filtered(actions: Actions, own: OwnPage, chosen: Recommended | null | undefined): Buffer {
    const polls = own.polls.slice(0, PAGE_SIZE - (chosen?.polls.length ?? 0)).map((position) => {
      const action = actions.find((each) => each[0] === position);
      return this.#polls[position]!.forViewer(action?.[1]);
    });
    return chosen ? this.#beside(polls, actions, chosen) : pollPageBytes(polls, pollPageEnd(own.tail));
  }

  #mixed(actions: Actions, chosen: Recommended): Buffer {
    const polls = this.#newest(actions, Math.min(this.#reply.newest, PAGE_SIZE - chosen.polls.length));
    return this.#beside(polls, actions, chosen);
  }

  #beside(polls: (readonly Buffer[])[], actions: Actions, chosen: Recommended): Buffer {
    chosen.polls.forEach(([position, reason, similarToLiked], index) => {
      const own = actions.find((each) => each[0] === position);
      const poll = this.#polls[position]!.forViewer(own?.[1], { reason, similarToLiked });
      polls.splice(RECOMMENDED_AT[index]!, 0, poll);
    });
    return pollPageBytes(polls, pollPageEnd(chosen.tail));
  }
}
