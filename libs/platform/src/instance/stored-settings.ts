import { defineEntity, p } from '@mikro-orm/core';
import { DEFAULT_SETTINGS, InstanceSettings, type EventData, type settingsChanged } from '@inkling/contracts';
import type { Transaction } from '../persistence/database.js';
import type { TablesOf } from '../persistence/platform.entities.js';

const ROW = 1;

/** The settings of the instance, as community last announced them; one row once there are any. */
export const StoredSettings = defineEntity({
  name: 'StoredSettings',
  tableName: 'instance_settings',
  properties: {
    id: p.integer().primary().autoincrement(false),
    version: p.integer(),
    settings: p.json<InstanceSettings>().columnType('jsonb'),
  },
});

/** The statement of a service's migration that makes the table. */
export const CREATE_INSTANCE_SETTINGS =
  'create table instance_settings (id integer primary key, version integer not null, settings jsonb not null)';

/** A transaction, or the database, of a service that has the table. */
type OnSettings = Pick<Transaction<TablesOf<typeof StoredSettings>>, 'kysely'>;

/** Stores settings unless later ones are there. */
export async function storeSettings(
  { kysely }: OnSettings,
  { version, settings }: EventData<typeof settingsChanged>,
): Promise<void> {
  await kysely
    .insertInto('instance_settings')
    .values({ id: ROW, version, settings })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ version, settings }).where('instance_settings.version', '<', version),
    )
    .execute();
}

/**
 * The defaults before anybody has saved settings; undefined for settings of a later version of the product that this
 * one cannot read.
 */
export async function readSettings({ kysely }: OnSettings): Promise<InstanceSettings | undefined> {
  const row = await kysely.selectFrom('instance_settings').select('settings').where('id', '=', ROW).executeTakeFirst();
  return row ? InstanceSettings.safeParse(row.settings).data : DEFAULT_SETTINGS;
}
