import type { InstanceSettings } from '@inkling/contracts';
import { defineEntity, p } from '@mikro-orm/core';

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
