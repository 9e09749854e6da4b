import { join } from 'node:path';
import { defineService, migrationsIn } from '@inkling/platform';
import { AppModule } from './app.module.js';
import { CommunityConfig } from './config.js';
import { entities } from './tables.js';

/** Reports, cases and decisions on them; settings, pages and invitations of the instance. */
export const service = defineService({
  name: 'community',
  config: CommunityConfig,
  module: AppModule,
  entities,
  migrations: migrationsIn(join(import.meta.dirname, 'migrations')),
});

export { USER_COLUMNS } from './purge/account-purge.js';
