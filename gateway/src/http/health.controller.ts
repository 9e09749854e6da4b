import { Controller, Get, Header, Res } from '@nestjs/common';
import { healthRpc, SERVICES, type Health as HealthBody } from '@inkling/contracts';
import { Health, Metrics, RpcClient } from '@inkling/platform';
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
    private readonly metrics: Metrics,
  ) {}

  @Open()
  @Get('health/live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Open()
  @Get('health/ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<HealthBody> {
    const own = await this.health.check();
    const services = await Promise.all(SERVICES.map((name) => this.#serviceReady(name)));
    const parts = { ...own.parts, sessions: this.revoked.loaded, ...Object.fromEntries(SERVICES.map((name, i) => [name, services[i] === true])) };
    const ready = own.ready && Object.values(parts).every(Boolean);
    reply.code(ready ? 200 : 503);
    return { status: ready ? 'ok' : 'unavailable', parts: Object.fromEntries(Object.entries(parts).map(([part, works]) => [part, works ? 'ok' : 'unavailable'])) };
  }

  @Open()
  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  numbers(): Promise<string> {
    return this.metrics.registry.metrics();
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
