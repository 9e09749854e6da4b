import { Controller, Get, Res } from '@nestjs/common';
import { healthRpc, SERVICES, type Health as HealthBody } from '@inkling/contracts';
import { Health, RpcClient, type Parts } from '@inkling/platform';
import type { FastifyReply } from 'fastify';
import { RevokedSessions } from '../session/revoked-sessions.js';
import { Open } from './route.js';

/** What operations ask of the whole: `/health/ready` is 200 only when every service can work. */
@Controller()
export class HealthController {
  constructor(
    private readonly health: Health,
    private readonly rpc: RpcClient,
    private readonly revoked: RevokedSessions,
  ) {
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

  async #others(): Promise<Parts> {
    const ready = await Promise.all(SERVICES.map((name) => this.#serviceReady(name)));
    return { sessions: this.revoked.loaded, ...Object.fromEntries(SERVICES.map((name, index) => [name, ready[index] === true])) };
  }

  async #serviceReady(name: (typeof SERVICES)[number]): Promise<boolean> {
    try {
      // A probe must see a service that is away at once, so no second try.
      return (await this.rpc.call({ ...healthRpc(name), retry: false }, {})).ready;
    } catch {
      return false;
    }
  }
}
