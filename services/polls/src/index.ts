import { defineService } from '@inkling/platform';
import { AppModule } from './app.module.js';
import { PollsConfig } from './config.js';
import { Migration20261121000000 } from './migrations/Migration20261121000000.js';
import { Migration20261121030000 } from './migrations/Migration20261121030000.js';
import { Migration20261121040000 } from './migrations/Migration20261121040000.js';
import { Migration20261121050000 } from './migrations/Migration20261121050000.js';
import { Migration20261122030000 } from './migrations/Migration20261122030000.js';
import { Migration20261122040000 } from './migrations/Migration20261122040000.js';
import { Migration20261122050000 } from './migrations/Migration20261122050000.js';
import { Migration20261122100000 } from './migrations/Migration20261122100000.js';
import { entities } from './tables.js';

/** Polls, votes, likes, saves, comments, feed, trending and live tallies. */
export const service = defineService({
  name: 'polls',
  config: PollsConfig,
  module: AppModule,
  entities,
  migrations: [
    { name: 'Migration20261121000000', class: Migration20261121000000 },
    { name: 'Migration20261121030000', class: Migration20261121030000 },
    { name: 'Migration20261121040000', class: Migration20261121040000 },
    { name: 'Migration20261121050000', class: Migration20261121050000 },
    { name: 'Migration20261122030000', class: Migration20261122030000 },
    { name: 'Migration20261122040000', class: Migration20261122040000 },
    { name: 'Migration20261122050000', class: Migration20261122050000 },
    { name: 'Migration20261122100000', class: Migration20261122100000 },
  ],
});
