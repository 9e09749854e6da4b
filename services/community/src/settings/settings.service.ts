import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InstanceSettings, settingsChanged, type SaveSettingsBody, type VersionedSettings } from '@inkling/contracts';
import { ApiError, Database } from '@inkling/platform';
import type { Kysely } from 'kysely';
import { InstanceChanges } from './instance-changes.js';
import { Log } from '../log/log.js';
import type { Tables } from '../tables.js';

type SettingName = keyof InstanceSettings;

/** The settings of the instance (docs/product.md#the-instance). */
@Injectable()
export class SettingsService {
  #latestParsed: VersionedSettings | undefined;

  constructor(
    private readonly database: Database<Tables>,
    private readonly log: Log,
    private readonly changes: InstanceChanges,
  ) {}

  /** @param on a transaction, if it is to be read in one */
  read(on: { kysely: Kysely<Tables> } = this.database): Promise<VersionedSettings> {
    return this.#latest(on.kysely);
  }

  /**
   * Changes some settings. Without a difference nothing is saved, announced or logged.
   * @param actorId null for the admin command
   * @throws ApiError `settings-changed` unless `version` is the current one
   */
  async save({ version, changes }: SaveSettingsBody, actorId: number | null): Promise<VersionedSettings> {
    const saved = await this.database.transaction(async (tx) => {
      const before = await this.#latest(tx.kysely);
      if (before.version !== version) throw new ApiError('settings-changed');
      const settings: InstanceSettings = { ...before.settings, ...changes };
      const changed = (Object.keys(changes) as SettingName[]).filter(
        (name) => !isDeepStrictEqual(before.settings[name], settings[name]),
      );
      if (changed.length === 0) return before;
      const row = await tx.kysely
        .insertInto('settings')
        .values({ version: version + 1, settings, changed_by: actorId })
        // Somebody else has saved since the row above was read.
        .onConflict((conflict) => conflict.column('version').doNothing())
        .returning('changed_at')
        .executeTakeFirst();
      if (!row) throw new ApiError('settings-changed');
      for (const name of changed)
        await this.log.append(tx, {
          by: actorId ?? 'operator',
          what: 'settings-changed',
          details: { setting: name, before: before.settings[name], after: settings[name] },
        });
      await tx.publish(settingsChanged, { version: version + 1, settings });
      return { version: version + 1, settings, changedAt: row.changed_at.toISOString() };
    });
    this.changes.announce();
    return saved;
  }

  async #latest(kysely: Kysely<Tables>): Promise<VersionedSettings> {
    const row = await kysely
      .selectFrom('settings')
      .select(['version', 'settings', 'changed_at'])
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst();
    const version = row?.version ?? 0;
    // A version never changes, so it is parsed once.
    if (this.#latestParsed?.version !== version)
      this.#latestParsed = {
        version,
        // Settings that came into being after this row get their defaults.
        settings: InstanceSettings.parse(row?.settings ?? {}),
        changedAt: row?.changed_at.toISOString() ?? null,
      };
    return this.#latestParsed;
  }
}
