import { Controller, Get, Header, HttpException } from '@nestjs/common';
import { Metrics } from '../telemetry/metrics.js';
import { Health } from './health.js';

/** What operations ask of every process: is it alive, can it work, what are its numbers. */
@Controller()
export class OpsController {
  constructor(
    private readonly health: Health,
    private readonly metrics: Metrics,
  ) {}

  /** The process answers. Dependencies do not matter here: restarting would not bring them back. */
  @Get('health/live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** 200 when the service can do its work, else 503 with the parts that cannot. */
  @Get('health/ready')
  async ready(): Promise<object> {
    const { ready, parts } = await this.health.check();
    const body = { status: ready ? 'ok' : 'unavailable', parts: Object.fromEntries(Object.entries(parts).map(([part, works]) => [part, works ? 'ok' : 'unavailable'])) };
    if (!ready) throw new HttpException(body, 503);
    return body;
  }

  /** Prometheus text. */
  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  numbers(): Promise<string> {
    return this.metrics.registry.metrics();
  }
}
