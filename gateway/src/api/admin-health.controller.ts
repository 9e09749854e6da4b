import { Controller } from '@nestjs/common';
import {
  SERVICES,
  healthRpc,
  routes,
  type AdminHealth,
  type ServiceHealth,
  type ServiceName,
} from '@inkling/contracts';
import { Health, RpcClient } from '@inkling/platform';
import { Route } from '../http/route.js';

/** The state of all parts for administrators, with the unpublished events and dead letters of each service. */
@Controller()
export class AdminHealthController {
  constructor(
    private readonly health: Health,
    private readonly rpc: RpcClient,
  ) {}

  @Route(routes.adminHealth)
  async read(): Promise<AdminHealth> {
    const [own, ...services] = await Promise.all([this.health.works(), ...SERVICES.map((name) => this.#ask(name))]);
    const gateway = {
      name: 'gateway',
      ready: own.ready,
      parts: own.parts,
      deadLetters: null,
      unpublished: null,
      ms: 0,
    };
    return { services: [gateway, ...services] };
  }

  async #ask(name: ServiceName): Promise<ServiceHealth> {
    const asked = performance.now();
    const ms = () => Math.round(performance.now() - asked);
    try {
      // No retry: a service that does not answer is what this is about.
      const contract = { ...healthRpc(name), retry: false };
      const { ready, parts = {}, counts } = await this.rpc.call(contract, { counts: true });
      return {
        name,
        ready,
        parts,
        deadLetters: counts?.deadLetters ?? null,
        unpublished: counts?.unpublished ?? null,
        ms: ms(),
      };
    } catch {
      return { name, ready: false, parts: { service: 'unavailable' }, deadLetters: null, unpublished: null, ms: ms() };
    }
  }
}
