import { defineEntity, p } from '@mikro-orm/core';
import type { PreferenceKind } from './preferences.repository.js';

/** What a user has switched off. A user who has never changed a preference has no row. */
export const Preferences = defineEntity({
  name: 'Preferences',
  tableName: 'preferences',
  properties: {
    userId: p.bigint('number').primary().autoincrement(false),
    inAppOff: p.text().$type<PreferenceKind>().array().defaultRaw(`'{}'`),
    pushOff: p.text().$type<PreferenceKind>().array().defaultRaw(`'{vote,like,poll_ended}'`),
    nameInVotes: p.boolean().default(false),
  },
});
