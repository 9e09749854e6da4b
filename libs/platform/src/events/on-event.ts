import 'reflect-metadata';
import type { Envelope, EventContract, EventData } from '@inkling/contracts';
import type { Transaction } from '../persistence/database.js';

const HANDLERS = Symbol('event-handlers');

export interface EventHandler {
  readonly contract: EventContract;
  readonly method: string;
}

type Consumes<C extends EventContract> = (
  data: EventData<C>,
  // A transaction of the service's own tables.
  // eslint-disable-next-line typescript/no-explicit-any
  tx: Transaction<any>,
  envelope: Envelope<EventData<C>>,
) => Promise<void>;

/**
 * The method consumes this event, once: its work and the mark that the event was taken in are one transaction, and the
 * message is acknowledged after the commit. It must do all its work through `tx`, and events may come in any order.
 */
export const OnEvent =
  <C extends EventContract>(contract: C) =>
  <M extends Consumes<C>>(target: object, method: string | symbol, _descriptor: TypedPropertyDescriptor<M>): void => {
    const handlers = (Reflect.getOwnMetadata(HANDLERS, target) as EventHandler[] | undefined) ?? [];
    Reflect.defineMetadata(HANDLERS, [...handlers, { contract, method: String(method) }], target);
  };

/** The event handlers that a provider's class declares. */
export const eventHandlersOf = (instance: object): EventHandler[] =>
  (Reflect.getMetadata(HANDLERS, Object.getPrototypeOf(instance) as object) as EventHandler[] | undefined) ?? [];

/** Name of the durable consumer that a handler has; NATS permissions are given by it. */
export const consumerName = (service: string, type: string, method: string): string =>
  `${service}-${type.replaceAll('.', '-')}-${method}`;
