import { join } from 'node:path';
import { defineService, migrationsIn } from '@inkling/platform';
import { AppModule } from './app.module.js';
import { NotificationsConfig } from './config.js';
import { entities } from './tables.js';

/** Notifications, pushes and mails. */
export const service = defineService({
  name: 'notifications',
  config: NotificationsConfig,
  module: AppModule,
  entities,
  migrations: migrationsIn(join(import.meta.dirname, 'migrations')),
});

export { USER_COLUMNS } from './purge/account-purge.js';
