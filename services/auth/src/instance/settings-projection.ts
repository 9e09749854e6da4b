import { Injectable } from '@nestjs/common';
import { DEFAULT_SETTINGS, settingsChanged, type EventData, type InstanceSettings } from '@inkling/contracts';
import { Database, OnEvent, readSettings, storeSettings, type Transaction } from '@inkling/platform';
import type { Tables } from '../tables.js';

const CLOSED: InstanceSettings = { ...DEFAULT_SETTINGS, signUp: { mode: 'closed', question: null } };

/** Auth's copy of the settings of the instance (docs/product.md#the-instance). */
@Injectable()
export class SettingsProjection {
  constructor(private readonly database: Database<Tables>) {}

  @OnEvent(settingsChanged)
  onChanged(changed: EventData<typeof settingsChanged>, tx: Transaction<Tables>): Promise<void> {
    return storeSettings(tx, changed);
  }

  /**
   * The defaults before anybody has saved settings.
   * @param tx the transaction of the caller, so that the read needs no second connection
   */
  async read(tx: Pick<Transaction<Tables>, 'kysely'> = this.database): Promise<InstanceSettings> {
    // Settings that this version cannot read count as closed: the instance may be closed.
    return (await readSettings(tx)) ?? CLOSED;
  }
}
