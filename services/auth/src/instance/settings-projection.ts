import { Injectable } from '@nestjs/common';
import { DEFAULT_SETTINGS, InstanceSettings, settingsChanged, type EventData } from '@inkling/contracts';
import { Database, OnEvent, type Transaction } from '@inkling/platform';
import type { Tables } from '../tables.js';

const ROW = 1;

/** Auth's copy of the settings of the instance (docs/product.md#the-instance). */
@Injectable()
export class SettingsProjection {
  constructor(private readonly database: Database<Tables>) {}

  @OnEvent(settingsChanged)
  async onChanged({ version, settings }: EventData<typeof settingsChanged>, tx: Transaction<Tables>): Promise<void> {
    await tx.kysely
      .insertInto('instance_settings')
      .values({ id: ROW, version, settings })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ version, settings }).where('instance_settings.version', '<', version),
      )
      .execute();
  }

  /** The defaults before anybody has saved settings. */
  async read(): Promise<InstanceSettings> {
    const row = await this.database.kysely
      .selectFrom('instance_settings')
      .select('settings')
      .where('id', '=', ROW)
      .executeTakeFirst();
    // Settings that a newer version saved may hold what this one does not know.
    return (row && InstanceSettings.safeParse(row.settings).data) ?? DEFAULT_SETTINGS;
  }
}
