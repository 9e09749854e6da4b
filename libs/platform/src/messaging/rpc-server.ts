import { Catch, Logger, type ArgumentsHost } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { SpanKind } from '@opentelemetry/api';
import type { Msg, Subscription } from '@nats-io/transport-node';
import type { RpcContract } from '@inkling/contracts';
import { Counter, Histogram } from '@prometheus-io/client';
import { isObservable, lastValueFrom, throwError, type Observable } from 'rxjs';
import { allowLateReads } from '../context/late-reads.js';
import { ApiError } from '../errors/api-error.js';
import { isConnectionFailure } from '../errors/database-errors.js';
import { parseOrReject } from '../errors/invalid-request.js';
import type { Metrics } from '../telemetry/metrics.js';
import { parseTraceparent } from '../telemetry/trace-context.js';
import { Tracing } from '../telemetry/tracing.js';
import type { Nats } from './nats-connection.js';
import { encodeFailure, encodeReply, type RpcFrame } from './rpc-wire.js';

const DRAIN_MS = 10_000;
/** How far the clocks of two machines may differ before a call counts as given up. */
const CLOCK_LEEWAY_MS = 2_000;
const decoder = new TextDecoder();
const SERVER = { kind: SpanKind.SERVER, attributes: { 'rpc.system': 'nats' } };

/**
 * Passes a call's error to the transport unchanged; Nest's own filter would hide an ApiError behind "Internal server
 * error". Requests to the operations port keep Nest's answers.
 */
@Catch()
export class RpcErrorFilter extends BaseExceptionFilter {
  override catch(error: unknown, host: ArgumentsHost): Observable<never> | void {
    // oxlint-disable-next-line promise/valid-params -- a filter's method, not a promise's
    return host.getType() === 'rpc' ? throwError(() => error) : super.catch(error, host);
  }
}

/**
 * Nest's transport for calls: one queue subscription per pattern, in the service's own queue group, on the service's
 * one connection. Validates the request by its contract and answers `{code, message}` for every failure.
 */
export class RpcServer extends Server implements CustomTransportStrategy {
  readonly #nats: Nats;
  readonly #queue: string;
  readonly #tracing: Tracing;
  readonly #log = new Logger('Rpc');
  readonly #subscriptions: Subscription[] = [];
  readonly #inFlight = new Set<Promise<void>>();
  readonly #duration: Histogram<'subject'>;
  readonly #failures: Counter<'subject' | 'code'>;

  constructor(nats: Nats, queue: string, metrics: Metrics, tracing: Tracing = Tracing.off) {
    super();
    this.#nats = nats;
    this.#queue = queue;
    this.#tracing = tracing;
    this.#duration = new Histogram({
      name: 'inkling_rpc_duration_seconds',
      help: 'Time to answer a call',
      labelNames: ['subject'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers: [metrics.registry],
    });
    this.#failures = new Counter({
      name: 'inkling_rpc_failures_total',
      help: 'Calls answered with an error',
      labelNames: ['subject', 'code'],
      registers: [metrics.registry],
    });
  }

  listen(callback: (error?: unknown) => void): void {
    for (const [pattern, handler] of this.messageHandlers) {
      const subject = pattern;
      const contract = (handler.extras as { contract?: RpcContract } | undefined)?.contract;
      if (!contract) continue;
      this.#subscriptions.push(
        this.#nats.connection.subscribe(subject, {
          queue: this.#queue,
          callback: (error, message) => {
            if (error || !message.reply) return;
            const work = this.#answer(contract, handler, message);
            this.#inFlight.add(work);
            void work.finally(() => this.#inFlight.delete(work));
          },
        }),
      );
    }
    callback();
  }

  /** Takes no new call, and waits for those under way. */
  async close(): Promise<void> {
    // The server must process the end of the subscriptions before anything else on the connection.
    await Promise.allSettled(this.#subscriptions.splice(0).map((subscription) => subscription.drain()));
    await Promise.race([
      Promise.allSettled(this.#inFlight),
      new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref()),
    ]);
  }

  async #answer(contract: RpcContract, handler: MessageHandler, message: Msg): Promise<void> {
    const started = performance.now();
    let reply: Uint8Array;
    try {
      const frame = JSON.parse(decoder.decode(message.data)) as RpcFrame;
      // Its caller has already answered 503; doing the work now would surprise a user who tries again.
      if (Date.now() > frame.x + CLOCK_LEEWAY_MS) return;
      const request = parseOrReject(contract.request, frame.d);
      const answer = (): Promise<unknown> =>
        this.#tracing.remote(contract.subject, parseTraceparent(frame.t), frame.r, SERVER, async () => {
          const outcome: unknown = await handler(request);
          return isObservable(outcome) ? lastValueFrom(outcome, { defaultValue: undefined }) : outcome;
        });
      const result = await (frame.l ? allowLateReads(answer) : answer());
      reply = encodeReply(result);
    } catch (error) {
      const failure = this.#toApiError(contract, error);
      this.#failures.inc({ subject: contract.subject, code: failure.code });
      reply = encodeFailure(failure);
    }
    this.#duration.observe({ subject: contract.subject }, (performance.now() - started) / 1_000);
    this.#nats.send(message.reply!, reply, {
      failed: (error) => this.#log.error(`The reply to ${contract.subject} could not be sent`, error),
    });
  }

  #toApiError(contract: RpcContract, error: unknown): ApiError {
    if (error instanceof ApiError) return error;
    if (isConnectionFailure(error)) {
      this.#log.warn(`${contract.subject}: the database is away`);
      return new ApiError('unavailable');
    }
    this.#log.error(`${contract.subject} failed`, error);
    return new ApiError('internal');
  }

  /** Nest asks for these of a transport; ours has nothing to offer there. */
  on(): never {
    throw new Error('The RPC transport has no events; watch the Nats connection.');
  }
  unwrap<T>(): T {
    return this.#nats.connection as T;
  }
}
