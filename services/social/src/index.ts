import { defineService } from '@inkling/platform';
import { AppModule } from './app.module.js';
import { SocialConfig } from './config.js';
import { Migration20261121000000 } from './migrations/Migration20261121000000.js';
import { Migration20261121030000 } from './migrations/Migration20261121030000.js';
import { entities } from './tables.js';

/** Who follows whom, and the people of the 'Recent Polls' strip. */
export const service = defineService({
  name: 'social',
  config: SocialConfig,
  module: AppModule,
  entities,
  migrations: [
    { name: 'Migration20261121000000', class: Migration20261121000000 },
    { name: 'Migration20261121030000', class: Migration20261121030000 },
  ],
});
