import { defineService } from '@inkling/platform';
import { AppModule } from './app.module.js';
import { SearchConfig } from './config.js';
import { Migration20261121000000 } from './migrations/Migration20261121000000.js';
import { Migration20261121030000 } from './migrations/Migration20261121030000.js';
import { Migration20261121050000 } from './migrations/Migration20261121050000.js';
import { entities } from './tables.js';

/** Full-text search for users and polls, recent searches and trending topics. */
export const service = defineService({
  name: 'search',
  config: SearchConfig,
  module: AppModule,
  entities,
  migrations: [
    { name: 'Migration20261121000000', class: Migration20261121000000 },
    { name: 'Migration20261121030000', class: Migration20261121030000 },
    { name: 'Migration20261121050000', class: Migration20261121050000 },
  ],
});
