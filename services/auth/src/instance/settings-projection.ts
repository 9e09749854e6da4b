import { Injectable } from '@nestjs/common';
import { DEFAULT_SETTINGS, InstanceSettings, settingsChanged, type EventData } from '@inkling/contracts';
import { Database, OnEvent, type Transaction } from '@inkling/platform';
import type { Tables } from '../tables.js';

const ROW = 1;
const CLOSED: InstanceSettings = { ...DEFAULT_SETTINGS, signUp: { mode: 'closed', question: null } };

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

  /**
   * The defaults before anybody has saved settings.
   * @param tx the transaction of the caller, so that the read needs no second connection
   */
  async read(tx: Pick<Transaction<Tables>, 'kysely'> = this.database): Promise<InstanceSettings> {
    const row = await tx.kysely
      .selectFrom('instance_settings')
      .select('settings')
      .where('id', '=', ROW)
      .executeTakeFirst();
    if (!row) return DEFAULT_SETTINGS;
    // Settings that this version cannot read count as closed: the instance may be closed.
    return InstanceSettings.safeParse(row.settings).data ?? CLOSED;
  }
}
