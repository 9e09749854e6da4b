import { defineService } from '@inkling/platform';
import { AppModule } from './app.module.js';
import { InsightsConfig } from './config.js';
import { Migration20261121000000 } from './migrations/Migration20261121000000.js';
import { Migration20261121030000 } from './migrations/Migration20261121030000.js';
import { Migration20261122010000 } from './migrations/Migration20261122010000.js';
import { Migration20261122073000 } from './migrations/Migration20261122073000.js';
import { entities } from './tables.js';

/** Deep Dives, which give factual context for polls, and the classification of polls by topic and mood. */
export const service = defineService({
  name: 'insights',
  config: InsightsConfig,
  module: AppModule,
  entities,
  migrations: [
    { name: 'Migration20261121000000', class: Migration20261121000000 },
    { name: 'Migration20261121030000', class: Migration20261121030000 },
    { name: 'Migration20261122010000', class: Migration20261122010000 },
    { name: 'Migration20261122073000', class: Migration20261122073000 },
  ],
});
