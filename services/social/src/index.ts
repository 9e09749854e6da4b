import { join } from 'node:path';
import { defineService, migrationsIn } from '@inkling/platform';
import { AppModule } from './app.module.js';
import { SocialConfig } from './config.js';
import { entities } from './tables.js';

/** Who follows, blocks and mutes whom, and the people of the 'Recent Polls' strip. */
export const service = defineService({
  name: 'social',
  config: SocialConfig,
  module: AppModule,
  entities,
  migrations: migrationsIn(join(import.meta.dirname, 'migrations')),
});

export { USER_COLUMNS } from './purge/account-purge.js';
