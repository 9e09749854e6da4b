import { Controller, Get, Inject, Res } from '@nestjs/common';
import { healthRpc, SERVICES, type Health as HealthBody } from '@inkling/contracts';
import { Health, Probe, RpcClient, type Parts } from '@inkling/platform';
import type { FastifyReply } from 'fastify';
import { RevokedSessions } from '../session/revoked-sessions.js';
import { newKey } from '../uploads/object-key.js';
import { OBJECT_STORE, type ObjectStore } from '../uploads/object-store.js';
import { Open } from './route.js';

/** A look at the store may take so long, and what it found counts for so long. */
const MEDIA = { timeoutMs: 1_500, keepMs: 1_000 };

/** What operations ask of the whole: `/health/ready` is 200 only when every service can work and media can be read. */
@Controller()
export class HealthController {
  readonly #media: Probe<boolean>;

  constructor(
    private readonly health: Health,
    private readonly rpc: RpcClient,
    private readonly revoked: RevokedSessions,
    @Inject(OBJECT_STORE) store: ObjectStore,
  ) {
    // An object that nobody has stored: that it is missing is an answer.
    this.#media = new Probe(async () => (await store.head(newKey('webp'))) === undefined, MEDIA);
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
    const [media, ...ready] = await Promise.all([this.#media.read(), ...SERVICES.map((name) => this.#serviceReady(name))]);
    return { sessions: this.revoked.loaded, media: media === true, ...Object.fromEntries(SERVICES.map((name, index) => [name, ready[index] === true])) };
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
