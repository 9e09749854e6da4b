import { connect } from '@nats-io/transport-node';
import { jetstreamManager } from '@nats-io/jetstream';

/**
 * Deletes the event streams with their consumers, whose positions belong to what is being replaced. The services, or
 * `admin streams`, make them anew, and the relays fill them from the outboxes.
 * @param {{ servers: string, user?: string, pass?: string }} nats a user that may delete streams
 */
export async function deleteStreams({ servers, user, pass }) {
  const connection = await connect({ servers: servers.split(','), name: 'inkling-restore', timeout: 5_000, ...(user ? { user, pass, inboxPrefix: `_INBOX.${user}` } : {}) });
  try {
    const manager = await jetstreamManager(connection);
    const names = [];
    for await (const name of manager.streams.names()) if (name.endsWith('-events')) names.push(name);
    for (const name of names) await manager.streams.delete(name);
  } finally {
    await connection.close();
  }
}
