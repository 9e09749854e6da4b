import { defineService } from '@inkling/platform';
import { AppModule } from './app.module.js';
import { NotificationsConfig } from './config.js';
import { Migration20261121000000 } from './migrations/Migration20261121000000.js';
import { Migration20261121030000 } from './migrations/Migration20261121030000.js';
import { Migration20261121031000 } from './migrations/Migration20261121031000.js';
import { Migration20261121050000 } from './migrations/Migration20261121050000.js';
import { Migration20261121060000 } from './migrations/Migration20261121060000.js';
import { Migration20261121070000 } from './migrations/Migration20261121070000.js';
import { Migration20261121080000 } from './migrations/Migration20261121080000.js';
import { Migration20261122030000 } from './migrations/Migration20261122030000.js';
import { entities } from './tables.js';

/** Notifications, pushes and mails. */
export const service = defineService({
  name: 'notifications',
  config: NotificationsConfig,
  module: AppModule,
  entities,
  migrations: [
    { name: 'Migration20261121000000', class: Migration20261121000000 },
    { name: 'Migration20261121030000', class: Migration20261121030000 },
    { name: 'Migration20261121031000', class: Migration20261121031000 },
    { name: 'Migration20261121050000', class: Migration20261121050000 },
    { name: 'Migration20261121060000', class: Migration20261121060000 },
    { name: 'Migration20261121070000', class: Migration20261121070000 },
    { name: 'Migration20261121080000', class: Migration20261121080000 },
    { name: 'Migration20261122030000', class: Migration20261122030000 },
  ],
});
