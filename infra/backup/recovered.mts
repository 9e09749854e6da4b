import type { Client } from 'pg';
import { inconsistencies } from './consistency.mts';
import { changeRows, moveMarks, namedObjects } from './database.mts';
import type { DeletionList } from './deletion-lists.mts';
import type { Installation } from './installations.mts';
import { repeatDeletions, type Repeated } from './repeat-deletions.mts';
import { refuseWhileRunning } from './restore-backup.mts';

/**
 * Makes everything around a database fit it after PostgreSQL's own means brought it back to a moment of the past: the
 * event streams, the marks of events, and deletions of accounts after that moment.
 * @param installation whose services are stopped
 * @param known `lists`: of deletions; `moment`: ISO instant of the database, where it is known
 * @returns the moment, what does not hold between rows, and the keys of objects that rows name and that are gone
 */
export async function fitToDatabase(
  { connect, objects, deleteEvents }: Pick<Installation, 'connect' | 'objects' | 'deleteEvents'>,
  services: readonly string[],
  known: { lists?: readonly DeletionList[]; moment?: string } = {},
): Promise<{ moment: string; wrong: string[]; absent: string[]; deletions: Repeated }> {
  const client = await connect();
  try {
    await refuseWhileRunning(client);
    const moment = known.moment || (await momentOf(client, services));
    const wrong = await inconsistencies(client, services);
    const named = new Set(await namedObjects(client));
    for await (const key of objects.keys()) named.delete(key);
    await deleteEvents();
    const deletions = await changeRows(client, async () => {
      await moveMarks(client, services, moment);
      return repeatDeletions(client, known.lists ?? [], moment);
    });
    return { moment, wrong, absent: [...named].sort(), deletions };
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
