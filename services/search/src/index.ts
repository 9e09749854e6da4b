import { join } from 'node:path';
import { defineService, migrationsIn } from '@inkling/platform';
import { AppModule } from './app.module.js';
import { SearchConfig } from './config.js';
import { entities } from './tables.js';

/** Full-text search for users and polls, recent searches and trending topics. */
export const service = defineService({
  name: 'search',
  config: SearchConfig,
  module: AppModule,
  entities,
  migrations: migrationsIn(join(import.meta.dirname, 'migrations')),
});

export { USER_COLUMNS } from './purge/account-purge.js';
