import type { Client } from 'pg';
import { inconsistencies } from './consistency.mts';
import { changeRows, moveMarks, namedObjects } from './database.mts';
import type { Installation } from './installations.mts';
import { refuseWhileRunning } from './restore-backup.mts';

/**
 * Makes everything around a database fit it after PostgreSQL's own means brought it back to a moment of the past: the
 * event streams and the marks of events.
 * @param installation whose services are stopped
 * @returns the moment, what does not hold between rows, and the keys of objects that rows name and that are gone
 */
export async function fitToDatabase(
  { connect, objects, deleteEvents }: Pick<Installation, 'connect' | 'objects' | 'deleteEvents'>,
  services: readonly string[],
): Promise<{ moment: string; wrong: string[]; absent: string[] }> {
  const client = await connect();
  try {
    await refuseWhileRunning(client);
    const moment = await momentOf(client, services);
    const wrong = await inconsistencies(client, services);
    const named = new Set(await namedObjects(client));
    for await (const key of objects.keys()) named.delete(key);
    await deleteEvents();
    await changeRows(client, () => moveMarks(client, services, moment));
    return { moment, wrong, absent: [...named].sort() };
  } finally {
    await client.end();
  }
}

/** When the database was last written to: services mark every event that they publish or consume. */
async function momentOf(client: Client, services: readonly string[]): Promise<string> {
  const times = services.flatMap((service) => {
    const own = client.escapeIdentifier(service);
    return [`select max(created_at) as at from ${own}.outbox`, `select max(consumed_at) from ${own}.inbox`];
  });
  const { rows } = await client.query<{ moment: Date }>(
    `select coalesce(max(at), now()) as moment from (${times.join(' union all ')}) as times`,
  );
  return rows[0].moment.toISOString();
}
