import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ERRORS, type ErrorCode } from '@inkling/contracts';
import { Logger } from '@nestjs/common';
import { METRICS_TYPE, type Metrics } from '../telemetry/metrics.js';
import type { Health } from './health.js';

const JSON_TYPE = 'application/json; charset=utf-8';
const REQUEST_MS = 10_000;

/** What operations ask, on a port that no user reaches: `/health/live`, `/health/ready` and `/metrics`. */
export class OpsServer {
  readonly #server: Server;
  readonly #logger = new Logger(OpsServer.name);

  private constructor(server: Server, health: Health, metrics: Metrics) {
    this.#server = server;
    server.on('request', (request, response) => {
      void this.#answer(request.method ?? '', (request.url ?? '').split('?', 1)[0]!, response, health, metrics).catch(
        (error: unknown) => {
          this.#logger.error('A question of operations could not be answered', error);
          response.destroy();
        },
      );
    });
  }

  /** @throws when the port is taken */
  static async listen(port: number, host: string, health: Health, metrics: Metrics): Promise<OpsServer> {
    const server = createServer({ requestTimeout: REQUEST_MS });
    const ops = new OpsServer(server, health, metrics);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
    return ops;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(
    method: string,
    path: string,
    response: ServerResponse,
    health: Health,
    metrics: Metrics,
  ): Promise<void> {
    const send = (status: number, type: string, body: string): void =>
      void response
        .writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
        .end(method === 'HEAD' ? undefined : body);
    const refuse = (code: ErrorCode): void =>
      send(ERRORS[code].status, JSON_TYPE, JSON.stringify({ message: ERRORS[code].message, code }));
    if (!['/health/live', '/health/ready', '/metrics'].includes(path)) return refuse('not-found');
    if (method !== 'GET' && method !== 'HEAD') return refuse('method-not-allowed');
    if (path === '/health/live') return send(200, JSON_TYPE, JSON.stringify({ status: 'ok' }));
    if (path === '/metrics') return send(200, METRICS_TYPE, await metrics.registry.metrics());
    const { ready, body } = await health.report();
    send(ready ? 200 : 503, JSON_TYPE, JSON.stringify(body));
  }
}
