import type { Kysely } from 'kysely';
import type { Tables } from '../tables.js';

/**
 * Removes a person from the data of the instance: their acceptances are deleted, and their decisions as
 * an administrator stay without a name.
 */
export async function forgetOnInstance(kysely: Kysely<Tables>, userId: number): Promise<void> {
  await kysely.deleteFrom('terms_acceptances').where('user_id', '=', userId).execute();
  await kysely.updateTable('settings').set({ changed_by: null }).where('changed_by', '=', userId).execute();
  await kysely.updateTable('pages').set({ published_by: null }).where('published_by', '=', userId).execute();
  await kysely.updateTable('announcements').set({ announced_by: null }).where('announced_by', '=', userId).execute();
}
