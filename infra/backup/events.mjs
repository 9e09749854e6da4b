import { connect } from '@nats-io/transport-node';
import { jetstreamManager } from '@nats-io/jetstream';
import { LaunchFailure, reasonOf } from '../local/failure.mjs';

/** @typedef {{ servers: string, user?: string, pass?: string }} EventStore with a user that may delete streams */

/** @param {EventStore} store @throws {LaunchFailure} when it does not answer, or refuses the user */
export async function checkEvents(store) {
  const connection = await open(store);
  await connection.close();
}

/**
 * Deletes the event streams with their consumers, whose positions belong to what is being replaced. The services, or
 * `admin streams`, make them anew, and the relays fill them from the outboxes.
 * @param {EventStore} store
 */
export async function deleteStreams(store) {
  const connection = await open(store);
  try {
    const manager = await jetstreamManager(connection);
    const names = [];
    for await (const name of manager.streams.names()) if (name.endsWith('-events')) names.push(name);
    for (const name of names) await manager.streams.delete(name);
  } finally {
    await connection.close();
  }
}

async function open({ servers, user, pass }) {
  const login = user ? { user, pass, inboxPrefix: `_INBOX.${user}` } : {};
  try {
    return await connect({ servers: servers.split(','), name: 'inkling-restore', timeout: 5_000, ...login });
  } catch (cause) {
    throw new LaunchFailure(`NATS at ${servers} cannot be used: ${reasonOf(cause)}.`, { cause });
  }
}
