import { join } from 'node:path';
import { defineService, migrationsIn } from '@inkling/platform';
import { AppModule } from './app.module.js';
import { InsightsConfig } from './config.js';
import { entities } from './tables.js';

/** Deep Dives, which give factual context for polls, and the classification of polls by topic and mood. */
export const service = defineService({
  name: 'insights',
  config: InsightsConfig,
  module: AppModule,
  entities,
  migrations: migrationsIn(join(import.meta.dirname, 'migrations')),
});

export { USER_COLUMNS } from './purge/account-purge.js';
