import { WebSocket } from 'ws';
import type { LiveSocket } from './live-socket.js';

const PING_MS = 30_000;
const CLOSE_GOING_AWAY = 1001;
const RESTARTING = 'Server is restarting';
const CLOSE_WAIT_MS = 2_000;
/** Between two steps of a gradual close. */
const CLOSE_STEP_MS = 100;
const NONE: ReadonlySet<LiveSocket> = new Set();

/** All open sockets, by user and by session. A socket that does not answer a ping is closed. */
export class SocketList {
  readonly #all = new Set<LiveSocket>();
  readonly #byUser = new Map<number, Set<LiveSocket>>();
  readonly #bySession = new Map<string, Set<LiveSocket>>();
  readonly #heartbeat = setInterval(() => this.#ping(), PING_MS).unref();
  #leaving: NodeJS.Timeout | undefined;

  add(socket: LiveSocket): void {
    this.#all.add(socket);
    put(this.#byUser, socket.viewer.userId, socket);
    put(this.#bySession, socket.viewer.sessionId, socket);
    socket.ws.on('pong', () => {
      socket.alive = true;
    });
  }

  remove(socket: LiveSocket): void {
    this.#all.delete(socket);
    take(this.#byUser, socket.viewer.userId, socket);
    take(this.#bySession, socket.viewer.sessionId, socket);
  }

  ofUser(userId: number): ReadonlySet<LiveSocket> {
    return this.#byUser.get(userId) ?? NONE;
  }

  ofSession(sessionId: string): readonly LiveSocket[] {
    return [...(this.#bySession.get(sessionId) ?? NONE)];
  }

  countOf(userId: number): number {
    return this.ofUser(userId).size;
  }

  get size(): number {
    return this.#all.size;
  }

  /**
   * Closes sockets little by little in the second half of the given milliseconds, so that the browsers do not all
   * reconnect elsewhere at once.
   */
  closeBy(ms: number): void {
    const steps = Math.floor(ms / 2 / CLOSE_STEP_MS);
    if (steps === 0) return;
    const until = performance.now() + ms;
    this.#leaving = setTimeout(() => {
      this.#leaving = setInterval(() => this.#closeSome(until), CLOSE_STEP_MS).unref();
    }, ms / 2).unref();
  }

  #closeSome(until: number): void {
    const open = [...this.#all].filter(({ ws }) => ws.readyState === WebSocket.OPEN);
    const stepsLeft = Math.max(1, Math.floor((until - performance.now()) / CLOSE_STEP_MS));
    for (const { ws } of open.slice(0, Math.ceil(open.length / stepsLeft))) ws.close(CLOSE_GOING_AWAY, RESTARTING);
  }

  /** Closes every socket and waits until the browsers have disconnected, for two seconds at most. */
  async closeAll(): Promise<void> {
    clearInterval(this.#heartbeat);
    clearInterval(this.#leaving);
    const closed = [...this.#all].map((socket) => {
      const gone = new Promise<void>((resolve) => socket.ws.once('close', () => resolve()));
      socket.ws.close(CLOSE_GOING_AWAY, RESTARTING);
      return gone;
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, CLOSE_WAIT_MS);
    });
    await Promise.race([Promise.all(closed), late]);
    clearTimeout(timer);
  }

  #ping(): void {
    for (const socket of this.#all) {
      if (!socket.alive) socket.ws.terminate();
      else if (socket.ws.readyState === WebSocket.OPEN) {
        socket.alive = false;
        socket.ws.ping();
      }
    }
  }
}

function put<K>(map: Map<K, Set<LiveSocket>>, key: K, socket: LiveSocket): void {
  const set = map.get(key);
  if (set) set.add(socket);
  else map.set(key, new Set([socket]));
}

function take<K>(map: Map<K, Set<LiveSocket>>, key: K, socket: LiveSocket): void {
  const set = map.get(key);
  set?.delete(socket);
  if (set?.size === 0) map.delete(key);
}
