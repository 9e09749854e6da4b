import { join } from 'node:path';
import { defineService, migrationsIn } from '@inkling/platform';
import { AppModule } from './app.module.js';
import { PollsConfig } from './config.js';
import { entities } from './tables.js';

/** Polls, votes, likes, saves, comments, feed, trending and live tallies. */
export const service = defineService({
  name: 'polls',
  config: PollsConfig,
  module: AppModule,
  entities,
  migrations: migrationsIn(join(import.meta.dirname, 'migrations')),
});

export { USER_COLUMNS } from './purge/account-purge.js';
