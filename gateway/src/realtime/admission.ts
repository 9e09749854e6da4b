import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ERRORS, type ErrorCode } from '@inkling/contracts';
import { CONFIG, Health } from '@inkling/platform';
import type { GatewayConfig } from '../config.js';
import { SameSite } from '../session/same-site.js';
import { Sessions } from '../session/sessions.js';
import type { Viewer } from '../session/viewer.js';
import { Hub } from './hub.js';

/** Open sockets of one user on one gateway. */
const SOCKETS_PER_USER = 20;

/** Admits WebSocket upgrades that come from our own pages, with a session, and not too many per user. */
@Injectable()
export class Admission {
  readonly #admitted = new WeakMap<IncomingMessage, Viewer>();
  readonly #sameSite: SameSite;

  constructor(
    private readonly sessions: Sessions,
    private readonly hub: Hub,
    private readonly health: Health,
    @Inject(CONFIG) config: GatewayConfig,
  ) {
    this.#sameSite = new SameSite(config);
  }

  /** Why the upgrade is refused; undefined when it is admitted. */
  refuse(request: IncomingMessage): ErrorCode | undefined {
    if (this.health.draining) return 'unavailable';
    if (!this.#sameSite.allowsUpgrade(request.headers)) return 'cross-site';
    const viewer = this.sessions.read(request.headers.cookie);
    if (!viewer) return 'unauthorized';
    if (viewer.suspended) return 'account-suspended';
    if (viewer.waiting) return 'account-waiting';
    if (this.hub.countOf(viewer.userId) >= SOCKETS_PER_USER) return 'too-many-requests';
    this.#admitted.set(request, viewer);
    return undefined;
  }

  /** The viewer of an admitted upgrade. */
  viewerOf(request: IncomingMessage): Viewer | undefined {
    return this.#admitted.get(request);
  }

  /** `verifyClient` of the `ws` library. */
  readonly verify = (
    { req }: { req: IncomingMessage },
    answer: (ok: boolean, code?: number, message?: string, headers?: Record<string, string>) => void,
  ): void => {
    const code = this.refuse(req);
    if (!code) answer(true);
    else
      answer(false, ERRORS[code].status, JSON.stringify({ message: ERRORS[code].message, code }), {
        'content-type': 'application/json; charset=utf-8',
      });
  };
}
