import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { BASE_CONFIG, CONFIG, LAG_MAX_MS, LiveBus, allowLateReads, type BaseConfig } from '@inkling/platform';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { readCookie } from './cookies.js';
import { Sessions } from './sessions.js';

/** Core NATS, every gateway: these people have just written. */
export const WROTE_SUBJECT = 'live.gateway.wrote';
/** People of so many milliseconds share a message. */
const GATHER_MS = 10;
/** Tells every gateway, without any clock but the browser's, that its person has just written. */
const WROTE_COOKIE = 'inkling_wrote';
/** Longer than a standby that is read may lag, and long enough for events to reach the other services. */
export const RECENT_SECONDS = LAG_MAX_MS / 1_000 + 3;

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/**
 * Who has written lately, and so reads from the primary (ADR 37). The same browser shows it by a cookie, whichever
 * gateway it comes to; the person's other devices are known by a message among gateways.
 */
@Injectable()
export class RecentWriters implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Without a standby nobody is remembered, and no cookie is set. */
  readonly #on: boolean;
  readonly #cookie: string;
  /** By user; the earliest first. */
  readonly #until = new Map<number, number>();
  readonly #unsent = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(
    private readonly bus: LiveBus,
    private readonly sessions: Sessions,
    @Inject(BASE_CONFIG) base: BaseConfig,
    @Inject(CONFIG) config: GatewayConfig,
  ) {
    this.#on = base.DATABASE_READ_URL !== undefined;
    const secure = config.PUBLIC_ORIGIN.startsWith('https:') ? '; Secure' : '';
    this.#cookie = `${WROTE_COOKIE}=1; Path=/; HttpOnly; SameSite=Lax; Max-Age=${RECENT_SECONDS}${secure}`;
  }

  onApplicationBootstrap(): void {
    if (!this.#on) return;
    this.#unsubscribe = this.bus.subscribe(WROTE_SUBJECT, (payload) => {
      for (const userId of JSON.parse(Buffer.from(payload).toString()) as number[]) this.#remember(userId);
    });
  }

  onApplicationShutdown(): void {
    this.#unsubscribe?.();
    clearTimeout(this.#timer);
  }

  /** Lets requests of people who have not written lately read late, and notes those who write. */
  watch(fastify: FastifyInstance): void {
    if (!this.#on) return;
    fastify.addHook('onRequest', (request, _reply, done) => {
      if (isRead(request.method) && this.#mayReadLate(request.headers.cookie)) allowLateReads(done);
      else done();
    });
    // A write that failed is noted too, since it may have been committed.
    fastify.addHook('onSend', (request, reply, payload, done) => {
      if (!isRead(request.method)) {
        const viewer = request.viewer ?? this.sessions.read(request.headers.cookie);
        this.#wrote(viewer?.userId, reply);
      }
      done(null, payload);
    });
  }

  #mayReadLate(cookie: string | undefined): boolean {
    if (readCookie(cookie, WROTE_COOKIE) !== undefined) return false;
    const viewer = this.sessions.read(cookie);
    // Whoever's session is about to be renewed is not known yet.
    return viewer ? !this.#isRecent(viewer.userId) : !this.sessions.cookieArrived(cookie);
  }

  #isRecent(userId: number): boolean {
    return (this.#until.get(userId) ?? 0) > performance.now();
  }

  #wrote(userId: number | undefined, reply: FastifyReply): void {
    reply.header('set-cookie', this.#cookie);
    if (userId === undefined) return;
    this.#remember(userId);
    this.#unsent.add(userId);
    this.#timer ??= setTimeout(() => this.#send(), GATHER_MS).unref();
  }

  #send(): void {
    this.#timer = undefined;
    this.bus.publish(WROTE_SUBJECT, [...this.#unsent]);
    this.#unsent.clear();
  }

  #remember(userId: number): void {
    const now = performance.now();
    this.#until.delete(userId);
    this.#until.set(userId, now + RECENT_SECONDS * 1_000);
    for (const [earliest, until] of this.#until) {
      if (until > now) break;
      this.#until.delete(earliest);
    }
  }
}
