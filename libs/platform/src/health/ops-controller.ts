import { Controller, Get, Header, HttpException } from '@nestjs/common';
import { METRICS_TYPE, Metrics } from '../telemetry/metrics.js';
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
    const { ready, body } = await this.health.report();
    if (!ready) throw new HttpException(body, 503);
    return body;
  }

  /** Prometheus text. */
  @Get('metrics')
  @Header('content-type', METRICS_TYPE)
  numbers(): Promise<string> {
    return this.metrics.registry.metrics();
  }
}
