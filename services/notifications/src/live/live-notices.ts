import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { userSubject, type LiveNotification } from '@inkling/contracts';
import { CONFIG, LiveBus, isConnectionFailure } from '@inkling/platform';
import type { NoticesConfig } from '../notices/notices-config.js';
import { NoticesRepository } from '../notices/notices.repository.js';
import { toNotification, type NoticeRow } from '../notices/notice-view.js';
import { UnreadCounts } from '../notices/unread-counts.repository.js';

const TICK_MS = 25;
/** Users told in one turn; the others come in the next. */
const USERS_PER_TURN = 500;
/** Users whose pace is kept at once; beyond it nobody new is told, and clients find out when they ask. */
const USERS_MAX = 100_000;
/** Notices shown to one user in one turn, the latest: clients read the list again anyway. */
const NOTICES_PER_TURN = 5;

interface Pace {
  readonly notices: Set<number>;
  dirty: boolean;
  nextAt: number;
}

/**
 * Tells users' sockets of new notices and of the unread count: soon after the first change, then at most once per
 * interval and user, the last state always. What is sent is read from the database at that moment, so that it never
 * says more than the list does. Messages may be lost; clients ask for the count now and then (spec 9).
 */
@Injectable()
export class LiveNotices implements BeforeApplicationShutdown {
  readonly #logger = new Logger(LiveNotices.name);
  readonly #users = new Map<number, Pace>();
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> | undefined;

  constructor(
    private readonly bus: LiveBus,
    private readonly notices: NoticesRepository,
    private readonly unread: UnreadCounts,
    @Inject(CONFIG) private readonly config: NoticesConfig,
  ) {}

  /** To be called after the commit. Without a notice only the count is sent. */
  changed(userId: number, noticeId?: number): void {
    let pace = this.#users.get(userId);
    if (!pace) {
      if (this.#users.size >= USERS_MAX) return;
      pace = { notices: new Set(), dirty: true, nextAt: 0 };
      this.#users.set(userId, pace);
    }
    pace.dirty = true;
    if (noticeId !== undefined) {
      // Again at the end: what came last is shown.
      pace.notices.delete(noticeId);
      pace.notices.add(noticeId);
    }
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#turn;
    await this.#send(Infinity);
  }

  #tick(): void {
    this.#turn ??= this.#send(performance.now()).finally(() => {
      this.#turn = undefined;
    });
  }

  async #send(now: number): Promise<void> {
    const due = this.#take(now);
    if (due.size === 0) return;
    try {
      const [rows, counts] = await Promise.all([
        this.notices.views([...due.values()].flat()),
        this.unread.ofAll([...due.keys()]),
      ]);
      const views = new Map(rows.map((row) => [row.id, row]));
      for (const [userId, ids] of due)
        this.#publish(
          userId,
          ids.flatMap((id) => views.get(id) ?? []),
          counts.get(userId) ?? 0,
        );
    } catch (error) {
      if (isConnectionFailure(error)) this.#logger.warn('The database is away; live notices are left out');
      else this.#logger.error('Live notices could not be sent', error);
    }
  }

  #take(now: number): Map<number, number[]> {
    const due = new Map<number, number[]>();
    for (const [userId, pace] of this.#users) {
      if (pace.nextAt > now) continue;
      if (!pace.dirty) {
        this.#users.delete(userId);
        continue;
      }
      if (due.size >= USERS_PER_TURN) break;
      due.set(userId, [...pace.notices].slice(-NOTICES_PER_TURN));
      pace.notices.clear();
      pace.dirty = false;
      pace.nextAt = now + this.config.NOTICE_INTERVAL_MS;
    }
    if (this.#users.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    return due;
  }

  #publish(userId: number, rows: readonly NoticeRow[], count: number): void {
    const send = (message: LiveNotification): void => this.bus.publish(userSubject(userId), message);
    for (const row of rows) {
      if (row.recipientId === userId && !row.pollDeleted)
        send({ type: 'notification', action: 'new', notification: toNotification(row) });
    }
    send({ type: 'notifications_count', count });
  }
}
