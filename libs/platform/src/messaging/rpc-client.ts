import { randomBytes } from 'node:crypto';
import { Injectable, Optional, type OnApplicationShutdown } from '@nestjs/common';
import type { Msg } from '@nats-io/transport-node';
import { SpanKind } from '@opentelemetry/api';
import type { RpcContract, RpcReply, RpcRequest } from '@inkling/contracts';
import { Counter } from '@prometheus-io/client';
import { currentSpan, requestIdOrNew } from '../context/request-context.js';
import { ApiError } from '../errors/api-error.js';
import { Metrics } from '../telemetry/metrics.js';
import { formatTraceparent } from '../telemetry/trace-context.js';
import { Tracing } from '../telemetry/tracing.js';
import { Nats } from './nats-connection.js';
import { encodeRequest, openReply } from './rpc-wire.js';

/**
 * Why a call has no answer: NATS or the service is away, time is up, it cannot be sent, or the answer is malformed.
 */
type Failure = 'disconnected' | 'no-responders' | 'timeout' | 'unsendable' | 'unreadable';

interface Waiter {
  readonly subject: string;
  resolve(payload: Uint8Array): void;
  reject(error: ApiError): void;
  readonly deadline: number;
}

export interface CallOptions {
  /** Send now, not with the other messages of this turn of the event loop. */
  readonly prompt?: boolean;
  /** Milliseconds after which to give up, in the place of the contract's own. */
  readonly withinMs?: number;
}

const SWEEP_MS = 50;
const NO_RESPONDERS = 503;
const RETRY_DELAY_MS = 100;

/**
 * Calls other services. One inbox and one map of waiters serve every call, with a sweep for deadlines: the NATS
 * library's own `request` makes a subscription, a timer and three errors per call and costs three times as much.
 */
@Injectable()
export class RpcClient implements OnApplicationShutdown {
  readonly #waiters = new Map<string, Waiter>();
  readonly #inbox: string;
  /** Runs while calls wait. */
  #sweep: NodeJS.Timeout | undefined;
  readonly #failures: Counter<'subject' | 'reason'> | undefined;
  #next = 0;

  constructor(
    private readonly nats: Nats,
    @Optional() metrics?: Metrics,
    @Optional() private readonly tracing: Tracing = Tracing.off,
    /** Multiplies every call's timeout, for specs on busy machines. */
    @Optional() private readonly timeoutFactor = 1,
  ) {
    this.#failures =
      metrics &&
      new Counter({
        name: 'inkling_rpc_client_failures_total',
        help: 'Calls that got no answer',
        labelNames: ['subject', 'reason'],
        registers: [metrics.registry],
      });
    this.#inbox = `${nats.inboxPrefix}.${randomBytes(12).toString('hex')}`;
    nats.connection.subscribe(`${this.#inbox}.*`, {
      callback: (error, message) => {
        if (!error) this.#settle(message);
      },
    });
  }

  /**
   * Calls a service and waits for its answer.
   * @throws ApiError what the service answered, or `unavailable` (503) when it is away or too late
   */
  async call<C extends RpcContract>(
    contract: C,
    request: RpcRequest<C>,
    options: CallOptions = {},
  ): Promise<RpcReply<C>> {
    return JSON.parse((await this.callRaw(contract, request, options)).toString()) as RpcReply<C>;
  }

  /** Like `call`, with the answer's JSON bytes unparsed, for handing on. */
  callRaw<C extends RpcContract>(contract: C, request: RpcRequest<C>, options: CallOptions = {}): Promise<Buffer> {
    if (!this.tracing.on) return this.#call(contract, request, options);
    const attributes = { 'rpc.system': 'nats', 'rpc.method': contract.subject };
    return this.tracing.child(contract.subject, { kind: SpanKind.CLIENT, attributes }, () =>
      this.#call(contract, request, options),
    );
  }

  async #call(contract: RpcContract, request: unknown, options: CallOptions): Promise<Buffer> {
    const span = currentSpan();
    const timeoutMs = (options.withinMs ?? contract.timeoutMs) * this.timeoutFactor;
    const payload = encodeRequest(requestIdOrNew(), request, timeoutMs, span && formatTraceparent(span.spanContext()));
    try {
      const reply = this.#send(contract, payload, timeoutMs);
      if (options.prompt) this.nats.flush();
      return this.#open(contract, await reply);
    } catch (error) {
      const away = error instanceof ApiError && error.cause === NO_RESPONDERS;
      if (!away || !contract.retry) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
      return this.#open(contract, await this.#send(contract, payload, timeoutMs));
    }
  }

  #open(contract: RpcContract, payload: Uint8Array): Buffer {
    if (payload.length === 0) this.#failed(contract.subject, 'unreadable');
    return openReply(payload);
  }

  #failed(subject: string, reason: Failure): void {
    this.#failures?.inc({ subject, reason });
  }

  #send(contract: RpcContract, payload: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
    if (!this.nats.up) {
      this.#failed(contract.subject, 'disconnected');
      return Promise.reject(new ApiError('unavailable'));
    }
    const token = (this.#next++).toString(36);
    return new Promise((resolve, reject) => {
      this.#waiters.set(token, { subject: contract.subject, resolve, reject, deadline: Date.now() + timeoutMs });
      this.#sweep ??= setInterval(() => this.#expire(), SWEEP_MS).unref();
      this.nats.send(contract.subject, payload, {
        reply: `${this.#inbox}.${token}`,
        failed: (cause) => {
          this.#waiters.delete(token);
          this.#failed(contract.subject, 'unsendable');
          // A payload above the server's limit ends here.
          reject(new ApiError('unavailable', { cause }));
        },
      });
    });
  }

  #settle(message: Msg): void {
    const token = message.subject.slice(this.#inbox.length + 1);
    const waiter = this.#waiters.get(token);
    if (!waiter) return;
    this.#waiters.delete(token);
    if (message.data.length === 0 && message.headers?.code === NO_RESPONDERS) {
      this.#failed(waiter.subject, 'no-responders');
      waiter.reject(new ApiError('unavailable', { cause: NO_RESPONDERS }));
    } else {
      waiter.resolve(message.data);
    }
  }

  #expire(): void {
    const now = Date.now();
    for (const [token, waiter] of this.#waiters) {
      if (waiter.deadline > now && this.nats.up) continue;
      this.#waiters.delete(token);
      this.#failed(waiter.subject, this.nats.up ? 'timeout' : 'disconnected');
      waiter.reject(new ApiError('unavailable'));
    }
    if (this.#waiters.size === 0) this.#stopSweep();
  }

  #stopSweep(): void {
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }

  onApplicationShutdown(): void {
    this.#stopSweep();
  }
}
