import { defineService } from '@inkling/platform';
import { AppModule } from './app.module.js';
import { AuthConfig } from './config.js';
import { Migration20261121000000 } from './migrations/Migration20261121000000.js';
import { Migration20261121030000 } from './migrations/Migration20261121030000.js';
import { Migration20261122000000 } from './migrations/Migration20261122000000.js';
import { Migration20261122100000 } from './migrations/Migration20261122100000.js';
import { entities } from './tables.js';

/** Accounts, credentials, sessions and profiles. */
export const service = defineService({
  name: 'auth',
  config: AuthConfig,
  module: AppModule,
  entities,
  migrations: [
    { name: 'Migration20261121000000', class: Migration20261121000000 },
    { name: 'Migration20261121030000', class: Migration20261121030000 },
    { name: 'Migration20261122000000', class: Migration20261122000000 },
    { name: 'Migration20261122100000', class: Migration20261122100000 },
  ],
});
