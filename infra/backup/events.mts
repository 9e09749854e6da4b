import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { LaunchFailure, reasonOf } from '../local/failure.mjs';

/** Where events are, with a user that may delete streams. */
export interface EventStore {
  /** Addresses, separated by commas. */
  servers: string;
  user?: string;
  pass?: string;
}

/** @throws {LaunchFailure} when it does not answer, or refuses the user */
export async function checkEvents(store: EventStore) {
  const connection = await open(store);
  await connection.close();
}

/**
 * Deletes the event streams with their consumers, whose positions belong to what is being replaced. The services, or
 * `admin streams`, make them again, and the relays fill them from the outboxes.
 */
export async function deleteStreams(store: EventStore) {
  const connection = await open(store);
  try {
    const manager = await jetstreamManager(connection);
    const names: string[] = [];
    for await (const name of manager.streams.names()) if (name.endsWith('-events')) names.push(name);
    for (const name of names) await manager.streams.delete(name);
  } finally {
    await connection.close();
  }
}

async function open({ servers, user, pass }: EventStore) {
  const login = user ? { user, pass, inboxPrefix: `_INBOX.${user}` } : {};
  try {
    return await connect({ servers: servers.split(','), name: 'inkling-restore', timeout: 5_000, ...login });
  } catch (cause) {
    throw new LaunchFailure(`NATS at ${servers} cannot be used: ${reasonOf(cause)}.`, { cause });
  }
}
