import { defineService } from '@inkling/platform';
import { AppModule } from './app/app.module.js';
import { GatewayConfig } from './config.js';
import { createAdapter } from './app/adapter.js';
import { configure } from './app/server.js';

/** The only process that browsers talk to. It owns no data. */
export const gateway = defineService({
  name: 'gateway',
  config: GatewayConfig,
  module: AppModule,
  adapter: createAdapter,
  configure,
  ownOperations: true,
});
