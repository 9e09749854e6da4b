import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import {
  APART_SUBJECT,
  commentsSubject,
  pollsRpc,
  tallySubject,
  userSubject,
  WS_CLOSE_SIGNED_OUT,
  WS_WATCH_MAX,
  type Apart,
  type LiveComment,
  type LiveTally,
  type WatchInfo,
} from '@inkling/contracts';
import { ApiError, Health, LiveBus, Nats, RpcClient } from '@inkling/platform';
import { RevokedSessions } from '../session/revoked-sessions.js';
import { errorFrame, frame, snapshotFrame } from './frames.js';
import type { LiveSocket } from './live-socket.js';
import { PollChannel } from './poll-channel.js';
import { SocketList } from './socket-list.js';
import { SocketMetrics } from './socket-metrics.js';

const ASK_AGAIN_MS = 2_000;
/** How long after the end by this machine's clock the polls service is asked: the database's clock may be behind. */
const END_MARGIN_MS = 300;
const END_RETRY_MAX_MS = 10_000;
/** A live message's JSON. */
const read = (payload: Uint8Array): unknown =>
  JSON.parse(Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString());
const TOO_MANY = errorFrame(
  'too-many-watches',
  `A connection can watch ${WS_WATCH_MAX} polls at once. Unsubscribe from some first.`,
);

/**
 * Knows which sockets of this gateway watch which poll (docs/product.md#live-updates). It subscribes to a poll's live
 * tallies only while somebody watches. It sends nothing of a poll before the polls service has said that the viewer may
 * see it, and votes per option only to viewers who may see these.
 */
@Injectable()
export class Hub implements OnModuleDestroy {
  readonly #channels = new Map<number, { channel: PollChannel; stop: () => void }>();
  /** Users with a socket here, each with the function that ends the subscription to their notifications. */
  readonly #users = new Map<number, () => void>();
  readonly #unanswered = new Set<LiveSocket>();
  readonly #sockets = new SocketList();
  #scheduled = false;

  constructor(
    private readonly bus: LiveBus,
    private readonly rpc: RpcClient,
    nats: Nats,
    revoked: RevokedSessions,
    health: Health,
    metrics: SocketMetrics,
  ) {
    metrics.watch(() => this.#sockets.size);
    health.onDrain((ms) => this.#sockets.closeBy(ms));
    nats.onReconnect(() => this.#refresh());
    bus.subscribe(APART_SUBJECT, (payload) => this.#askAgain((read(payload) as Apart).userIds));
    revoked.onRevoked((sessionId) => {
      for (const socket of this.#sockets.ofSession(sessionId)) socket.ws.close(WS_CLOSE_SIGNED_OUT, 'Signed out');
    });
    revoked.onSuspended((userId) => {
      for (const socket of this.#sockets.ofUser(userId)) socket.ws.close(WS_CLOSE_SIGNED_OUT, 'Suspended');
    });
  }

  /** Tallies sent while NATS was away are lost, so every watcher gets the current counts. */
  #refresh(): void {
    for (const [pollId, { channel }] of this.#channels)
      for (const socket of channel.watchers.keys()) this.subscribe(socket, pollId);
  }

  /** What these users may see has changed: their sockets leave the polls of which the polls service says nothing. */
  #askAgain(userIds: readonly number[]): void {
    for (const userId of userIds)
      for (const socket of this.#sockets.ofUser(userId))
        for (const pollId of socket.watches) {
          this.#channels.get(pollId)?.channel.watchers.set(socket, undefined);
          this.subscribe(socket, pollId);
        }
  }

  /** Sockets that a user has open here. */
  countOf(userId: number): number {
    return this.#sockets.countOf(userId);
  }

  join(socket: LiveSocket): void {
    this.#sockets.add(socket);
    const { userId } = socket.viewer;
    if (this.#users.has(userId)) return;
    // Notifications arrive in the browser's form, so they are framed without being parsed.
    const stop = this.bus.subscribe(userSubject(userId), (payload) => {
      const notification = frame(payload);
      for (const each of this.#sockets.ofUser(userId)) each.write(notification);
    });
    this.#users.set(userId, stop);
  }

  leave(socket: LiveSocket): void {
    this.#sockets.remove(socket);
    this.#unanswered.delete(socket);
    const { userId } = socket.viewer;
    if (this.#sockets.countOf(userId) === 0) {
      this.#users.get(userId)?.();
      this.#users.delete(userId);
    }
    for (const pollId of socket.watches) this.unsubscribe(socket, pollId);
  }

  /** Watches a poll. A second call asks again whether this viewer may see its results. */
  subscribe(socket: LiveSocket, pollId: number): void {
    if (!socket.watches.has(pollId)) {
      if (socket.watches.size >= WS_WATCH_MAX) {
        socket.write(TOO_MANY);
        return;
      }
      socket.watches.add(pollId);
      this.#open(pollId).watchers.set(socket, undefined);
    }
    socket.asking.add(pollId);
    this.#scheduleWatch(socket);
  }

  unsubscribe(socket: LiveSocket, pollId: number): void {
    socket.asking.delete(pollId);
    if (!socket.watches.delete(pollId)) return;
    const entry = this.#channels.get(pollId);
    if (!entry) return;
    entry.channel.watchers.delete(socket);
    if (entry.channel.watchers.size > 0) return;
    this.#channels.delete(pollId);
    entry.stop();
    entry.channel.close();
  }

  /** To be called when a user has voted: from now on this user's sockets get the poll's results. */
  reveal(userId: number, pollId: number): void {
    for (const socket of this.#sockets.ofUser(userId)) {
      const watchers = this.#channels.get(pollId)?.channel.watchers;
      if (watchers?.has(socket)) watchers.set(socket, true);
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.#sockets.closeAll();
    for (const { channel, stop } of this.#channels.values()) {
      stop();
      channel.close();
    }
    this.#channels.clear();
    for (const stop of this.#users.values()) stop();
    this.#users.clear();
  }

  #open(pollId: number): PollChannel {
    const existing = this.#channels.get(pollId);
    if (existing) return existing.channel;
    const channel = new PollChannel(pollId);
    const stops = [
      this.bus.subscribe(tallySubject(pollId), (payload) => {
        const tally = read(payload) as LiveTally;
        channel.take(tally);
        if (tally.endDate !== undefined) void this.#ended(channel);
      }),
      this.bus.subscribe(commentsSubject(pollId), (payload) => channel.takeComment(read(payload) as LiveComment)),
    ];
    const stop = (): void => stops.forEach((each) => each());
    this.#channels.set(pollId, { channel, stop });
    return channel;
  }

  #scheduleWatch(socket: LiveSocket): void {
    this.#unanswered.add(socket);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      const sockets = [...this.#unanswered];
      this.#unanswered.clear();
      for (const each of sockets) void this.#watch(each);
    });
  }

  async #watch(socket: LiveSocket): Promise<void> {
    if (socket.busy || socket.asking.size === 0) return;
    socket.busy = true;
    const pollIds = [...socket.asking];
    socket.asking.clear();
    try {
      const infos = await this.rpc.call(pollsRpc.watch, { viewerId: socket.viewer.userId, pollIds });
      this.#applyInfos(socket, pollIds, infos);
    } catch {
      // Whether this viewer may see the poll, and its results, is asked again.
      setTimeout(() => {
        for (const pollId of pollIds) if (socket.watches.has(pollId)) this.subscribe(socket, pollId);
      }, ASK_AGAIN_MS).unref();
    }
    socket.busy = false;
    if (socket.asking.size > 0) this.#scheduleWatch(socket);
  }

  #applyInfos(socket: LiveSocket, pollIds: readonly number[], infos: readonly WatchInfo[]): void {
    const known = new Map(infos.map((info) => [info.pollId, info]));
    for (const pollId of pollIds) {
      const channel = this.#channels.get(pollId)?.channel;
      if (!channel?.watchers.has(socket)) continue;
      const info = known.get(pollId);
      if (!info) {
        this.unsubscribe(socket, pollId);
        socket.write(errorFrame('poll-not-found', 'Poll not found', pollId));
        continue;
      }
      channel.watchers.set(socket, channel.watchers.get(socket) === true || info.resultsVisible);
      const end = info.endDate === null ? Number.NaN : Date.parse(info.endDate);
      if (end > Date.now()) channel.endsAt(end + END_MARGIN_MS, () => void this.#ended(channel));
      socket.write(snapshotFrame(info));
    }
  }

  /** At a poll's end its results become open to all. The polls service confirms the end, because its clock decides. */
  async #ended(channel: PollChannel, waitMs = END_MARGIN_MS): Promise<void> {
    const [waiting] = [...channel.watchers].find(([, visible]) => visible === false) ?? [];
    if (!waiting) return;
    try {
      const [info] = await this.rpc.call(pollsRpc.watch, {
        viewerId: waiting.viewer.userId,
        pollIds: [channel.pollId],
      });
      // That this viewer may see results does not prove the end: they may have voted just now.
      if (info?.openToAll && info.votes) {
        const { resultsVisible: _visible, openToAll: _open, endDate: _endDate, ...counts } = info;
        channel.end({ ...counts, votes: info.votes, cause: 'update' });
        return;
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
    // Tries again until it succeeds or nobody watches any more.
    setTimeout(() => void this.#ended(channel, Math.min(waitMs * 2, END_RETRY_MAX_MS)), waitMs).unref();
  }
}
