import 'reflect-metadata';
import type { Envelope, EventContract, EventData } from '@inkling/contracts';
import type { Transaction } from '../persistence/database.js';

const HANDLERS = Symbol('event-handlers');

export interface EventHandler {
  readonly contract: EventContract;
  readonly method: string;
  /** The method takes a list of events. */
  readonly many: boolean;
}

type Consumes<C extends EventContract> = (
  data: EventData<C>,
  // A transaction of the service's own tables.
  // eslint-disable-next-line typescript/no-explicit-any
  tx: Transaction<any>,
  envelope: Envelope<EventData<C>>,
) => Promise<void>;

type ConsumesMany<C extends EventContract> = (
  events: readonly Envelope<EventData<C>>[],
  // eslint-disable-next-line typescript/no-explicit-any
  tx: Transaction<any>,
) => Promise<void>;

/**
 * The method consumes this event, once: its work and the mark that the event was taken in are one transaction, and the
 * message is acknowledged after the commit. It must do all its work through `tx`, and events may come in any order.
 */
export const OnEvent =
  <C extends EventContract>(contract: C) =>
  <M extends Consumes<C>>(target: object, method: string | symbol, _descriptor: TypedPropertyDescriptor<M>): void =>
    declare(target, { contract, method: String(method), many: false });

/**
 * The same for a method that adds up: it gets all events that arrived within `EVENT_GATHER_MS`, in one transaction. Use
 * it for frequent events whose effect can be added up, as every commit costs more than most of what is done in it.
 */
export const OnEvents =
  <C extends EventContract>(contract: C) =>
  <M extends ConsumesMany<C>>(target: object, method: string | symbol, _descriptor: TypedPropertyDescriptor<M>): void =>
    declare(target, { contract, method: String(method), many: true });

function declare(target: object, handler: EventHandler): void {
  const handlers = (Reflect.getOwnMetadata(HANDLERS, target) as EventHandler[] | undefined) ?? [];
  Reflect.defineMetadata(HANDLERS, [...handlers, handler], target);
}

/** The event handlers that a provider's class declares. */
export const eventHandlersOf = (instance: object): EventHandler[] =>
  (Reflect.getMetadata(HANDLERS, Object.getPrototypeOf(instance) as object) as EventHandler[] | undefined) ?? [];

/** Name of the durable consumer that a handler has; NATS permissions are given by it. */
export const consumerName = (service: string, type: string, method: string): string =>
  `${service}-${type.replaceAll('.', '-')}-${method}`;
