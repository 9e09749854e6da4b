import { WS_CLOSE_SIGNED_OUT, WS_PATH, WS_WATCH_MAX } from '@inkling/contracts/constants';
import type { ClientFrame, ServerFrame } from '@inkling/contracts';
import ReconnectingWebSocket from 'partysocket/ws';

/** `refused`: the server has closed because there is no session; no retry until there is one. */
export type LiveStatus = 'off' | 'connecting' | 'open' | 'refused';

/** The part of a socket that the connection uses; tests provide their own. */
export interface LiveSocket {
  readonly readyState: number;
  send(data: string): unknown;
  close(): void;
  addEventListener(
    type: 'open' | 'close' | 'message',
    listener: (event: { data?: unknown; code?: number }) => void,
  ): void;
}

const OPEN = 1;
/** Milliseconds that a watch outlives its card, so that a card moving to another page causes no traffic. */
const LINGER_MS = 1_500;
/**
 * Failed tries in a row after which the session is doubted: to a browser a refused upgrade looks like any other
 * failure.
 */
const DOUBT_AFTER = 2;
/** Milliseconds after which an unused socket is closed. */
const IDLE_MS = 60_000;

function openSocket(): LiveSocket {
  const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${WS_PATH}`;
  return new ReconnectingWebSocket(url, [], {
    maxEnqueuedMessages: 0,
    // Random, so that browsers do not all reconnect to a restarted gateway at once.
    minReconnectionDelay: 500 + Math.random() * 1_000,
    reconnectionDelayGrowFactor: 1.8,
    maxReconnectionDelay: 20_000,
    connectionTimeout: 8_000,
  }) as LiveSocket;
}

/**
 * The browser's one WebSocket. Polls are watched by reference count; every listener gets every frame. After a lost
 * connection it subscribes again to all watched polls and then notifies `onReconnect`.
 */
export class LiveConnection {
  readonly #open: () => LiveSocket;
  #socket: LiveSocket | null = null;
  #state: LiveStatus = 'off';
  #wasOpen = false;
  #failures = 0;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #watched = new Map<number, number>();
  #holds = 0;
  readonly #frameListeners = new Set<(frame: ServerFrame) => void>();
  readonly #reconnectListeners = new Set<(pollIds: number[]) => void>();
  readonly #doubtListeners = new Set<() => void>();
  readonly #statusListeners = new Set<() => void>();

  constructor(open: () => LiveSocket = openSocket) {
    this.#open = open;
  }

  get status(): LiveStatus {
    return this.#state;
  }

  /** Starts watching a poll's tally. @returns a function that stops it; the last one of a poll unsubscribes */
  watch(pollId: number): () => void {
    clearTimeout(this.#idleTimer);
    const count = this.#watched.get(pollId) ?? 0;
    this.#watched.set(pollId, count + 1);
    if (this.#state === 'off') this.#connect();
    else if (count === 0) this.#send({ type: 'subscribe', pollId });
    let stopped = false;
    return () => {
      if (stopped) return;
      stopped = true;
      setTimeout(() => this.#release(pollId), LINGER_MS);
    };
  }

  /** Keeps the connection open without a poll, for the user's own messages. @returns a function that stops it */
  hold(): () => void {
    clearTimeout(this.#idleTimer);
    this.#holds += 1;
    if (this.#state === 'off') this.#connect();
    let stopped = false;
    return () => {
      if (stopped) return;
      stopped = true;
      this.#holds -= 1;
      this.#closeWhenIdle();
    };
  }

  /** Drops the connection and opens a new one at once, for the debug page. */
  reconnect(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#failures = 0;
    this.#connect();
    socket?.close();
  }

  /** The network is gone: the open socket is dead, and a new one could not connect. */
  pause(): void {
    if (this.#state !== 'open' && this.#state !== 'connecting') return;
    const socket = this.#socket;
    this.#socket = null;
    this.#setState('connecting');
    socket?.close();
  }

  /** The network is back: connects at once instead of at the next try. */
  resume(): void {
    if (this.#state === 'connecting' && this.#isWanted()) this.reconnect();
  }

  /** Subscribes again to a watched poll: the server answers with a snapshot and checks again what this user may see. */
  refresh(pollId: number): void {
    if (this.#watched.has(pollId)) this.#send({ type: 'subscribe', pollId });
  }

  /** Closes for good, as on logout. Watching again opens a new connection. */
  close(): void {
    clearTimeout(this.#idleTimer);
    const socket = this.#socket;
    this.#socket = null;
    this.#wasOpen = false;
    this.#failures = 0;
    this.#setState('off');
    socket?.close();
  }

  /** There is a session (again): connects when something is watched or held. */
  sessionReady(): void {
    if (this.#state === 'refused') this.#setState('off');
    if (this.#state === 'off' && this.#isWanted()) this.#connect();
  }

  onFrame(listener: (frame: ServerFrame) => void): () => void {
    this.#frameListeners.add(listener);
    return () => this.#frameListeners.delete(listener);
  }

  /** @param listener gets the polls that are watched when a lost connection returns */
  onReconnect(listener: (pollIds: number[]) => void): () => void {
    this.#reconnectListeners.add(listener);
    return () => this.#reconnectListeners.delete(listener);
  }

  /** @param listener is called when connecting keeps failing, as it does after the session's cookie has expired */
  onDoubt(listener: () => void): () => void {
    this.#doubtListeners.add(listener);
    return () => this.#doubtListeners.delete(listener);
  }

  onStatus(listener: () => void): () => void {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  }

  #connect(): void {
    this.#setState('connecting');
    const socket = (this.#socket = this.#open());
    socket.addEventListener('open', () => {
      if (this.#socket === socket) this.#opened();
    });
    socket.addEventListener('close', (event) => {
      if (this.#socket === socket) this.#closed(event.code);
    });
    socket.addEventListener('message', (event) => {
      if (this.#socket === socket && typeof event.data === 'string') this.#received(event.data);
    });
  }

  #opened(): void {
    const back = this.#wasOpen;
    this.#wasOpen = true;
    this.#failures = 0;
    this.#setState('open');
    const pollIds = [...this.#watched.keys()];
    for (const pollId of pollIds.slice(-WS_WATCH_MAX)) this.#send({ type: 'subscribe', pollId });
    if (back) for (const listener of this.#reconnectListeners) listener(pollIds);
  }

  #closed(code: number | undefined): void {
    if (code !== WS_CLOSE_SIGNED_OUT) {
      this.#setState('connecting');
      this.#failures += 1;
      if (this.#failures % DOUBT_AFTER === 0) for (const listener of this.#doubtListeners) listener();
      return;
    }
    const socket = this.#socket;
    this.#socket = null;
    this.#setState('refused');
    socket?.close();
  }

  #received(text: string): void {
    let frame: ServerFrame;
    try {
      frame = JSON.parse(text) as ServerFrame;
    } catch {
      return;
    }
    for (const listener of this.#frameListeners) listener(frame);
  }

  #release(pollId: number): void {
    const count = this.#watched.get(pollId) ?? 0;
    if (count > 1) {
      this.#watched.set(pollId, count - 1);
      return;
    }
    this.#watched.delete(pollId);
    this.#send({ type: 'unsubscribe', pollId });
    this.#closeWhenIdle();
  }

  #isWanted(): boolean {
    return this.#watched.size > 0 || this.#holds > 0;
  }

  #closeWhenIdle(): void {
    if (this.#isWanted()) return;
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      if (!this.#isWanted()) this.close();
    }, IDLE_MS);
  }

  #send(frame: ClientFrame): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(frame));
  }

  #setState(state: LiveStatus): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#statusListeners) listener();
  }
}
