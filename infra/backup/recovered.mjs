import { inconsistencies } from './consistency.mjs';
import { inTransaction, moveMarks, namedObjects } from './database.mjs';
import { refuseWhileRunning } from './put-back.mjs';

/**
 * Makes everything around a database fit it that was brought back to a moment of the past by PostgreSQL's own means:
 * the event streams, the marks of events, and what is said of pictures that are gone.
 * @param {object} installation whose services are stopped
 * @param {() => Promise<import('pg').Client>} installation.connect as the owner
 * @param {import('./object-stores.mjs').Objects} installation.objects
 * @param {() => Promise<void>} installation.forgetEvents
 * @param {readonly string[]} services
 * @returns {Promise<{ moment: string, wrong: string[], absent: string[] }>} the moment, what does not hold between
 *   rows, and the keys of objects that rows name and that are gone
 */
export async function fitToDatabase({ connect, objects, forgetEvents }, services) {
  const client = await connect();
  try {
    await refuseWhileRunning(client);
    const moment = await momentOf(client, services);
    const wrong = await inconsistencies(client, services);
    const named = new Set(await namedObjects(client));
    for await (const key of objects.keys()) named.delete(key);
    await forgetEvents();
    await inTransaction(client, () => moveMarks(client, services, moment));
    return { moment, wrong, absent: [...named].sort() };
  } finally {
    await client.end();
  }
}

/** When the database was last written to: its services note every event that they send or take in. */
async function momentOf(client, services) {
  const times = services.flatMap((service) => {
    const own = client.escapeIdentifier(service);
    return [`select max(created_at) as at from ${own}.outbox`, `select max(consumed_at) from ${own}.inbox`];
  });
  const {
    rows: [{ moment }],
  } = await client.query(`select coalesce(max(at), now()) as moment from (${times.join(' union all ')}) as times`);
  return moment.toISOString();
}
