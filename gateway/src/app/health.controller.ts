import { Controller, Get, Header, Inject, Req, Res } from '@nestjs/common';
import {
  healthRpc,
  SERVICES,
  type ClientAddress,
  type Health as HealthBody,
  type ServiceName,
} from '@inkling/contracts';
import { Health, READY, RpcClient, type CheckTimes, type Parts } from '@inkling/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RevokedSessions } from '../session/revoked-sessions.js';
import { Arrivals } from '../uploads/arrivals.js';
import { OBJECT_STORE, type ObjectStore } from '../uploads/object-store.js';
import { clientOf } from '../http/client.js';
import { Open } from '../http/route.js';

/** Each check writes to the store, so it runs rarely; a full disk is still noticed within 15 seconds. */
const MEDIA: CheckTimes = { everyMs: 10_000, timeoutMs: 4_000 };

/** Health of the whole product: `/health/ready` is 200 only when every service can work and media can be stored. */
@Controller()
export class HealthController {
  constructor(
    private readonly health: Health,
    private readonly rpc: RpcClient,
    private readonly revoked: RevokedSessions,
    @Inject(OBJECT_STORE) store: ObjectStore,
    arrivals: Arrivals,
  ) {
    health.watch('media', () => store.expectRoom(), MEDIA);
    health.watch('uploads', () => arrivals.expectRoom(), MEDIA);
    health.alsoCheck(() => this.#others());
  }

  @Open()
  @Get('health/live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Open()
  @Get('health/ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<HealthBody> {
    const { ready, body } = await this.health.report();
    reply.code(ready ? 200 : 503);
    return body;
  }

  /**
   * The caller's own address, as rate limits see it. `npm run doctor` learns from it whether the proxies in front hand
   * addresses on, and whether a visitor could choose one.
   */
  @Open()
  @Get('health/client')
  @Header('cache-control', 'no-store')
  client(@Req() request: FastifyRequest): ClientAddress {
    return { address: clientOf(request).ip };
  }

  async #others(): Promise<Parts> {
    const words = await Promise.all(SERVICES.map(async (name) => [name, await this.#wordOf(name)] as const));
    return { sessions: this.revoked.loaded ? READY : 'not loaded yet', ...Object.fromEntries(words) };
  }

  /** `ok`, or which parts the service reports as unusable. */
  async #wordOf(name: ServiceName): Promise<string> {
    try {
      // No retry: a probe must notice at once that a service does not answer.
      const { ready, parts = {} } = await this.rpc.call({ ...healthRpc(name), retry: false }, {});
      if (ready) return READY;
      const failing = Object.entries(parts).filter(([, word]) => word !== READY);
      return failing.map(([part, word]) => `${part}: ${word}`).join('; ') || 'not ready';
    } catch {
      return 'unavailable';
    }
  }
}
