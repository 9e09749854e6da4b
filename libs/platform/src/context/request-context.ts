import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Span } from '@opentelemetry/api';

/** What follows a request through calls, logs and events. It never holds a body. */
export interface RequestContext {
  readonly requestId: string;
  /** What is under way for it, where traces are kept. */
  readonly span?: Span | undefined;
}
const storage = new AsyncLocalStorage<RequestContext>();

const serviceNames = new AsyncLocalStorage<string>();

/** Runs a service's start so that all its later work knows whose it is: several may share a process and its logger. */
export const runAsService = <T>(name: string, work: () => T): T => serviceNames.run(name, work);

/** The service that the current work belongs to. */
export const currentService = (): string | undefined => serviceNames.getStore();

/** Runs `work` so that its log lines, calls and events carry the context. */
export const runWithContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);

/** The current request's id, or undefined outside a request. */
export const currentRequestId = (): string | undefined => storage.getStore()?.requestId;

/** The span of the current work; undefined where no trace is kept. */
export const currentSpan = (): Span | undefined => storage.getStore()?.span;

/** The current request's id, or a new one where work starts by itself. */
export const requestIdOrNew = (): string => storage.getStore()?.requestId ?? randomUUID();
