import { join } from 'node:path';
import { defineService, migrationsIn } from '@inkling/platform';
import { AppModule } from './app.module.js';
import { AuthConfig } from './config.js';
import { entities } from './tables.js';

/** Accounts, credentials, sessions and profiles. */
export const service = defineService({
  name: 'auth',
  config: AuthConfig,
  module: AppModule,
  entities,
  migrations: migrationsIn(join(import.meta.dirname, 'migrations')),
});
