import { defineService } from '@inkling/platform';
import { AppModule } from './app.module.js';
import { GatewayConfig } from './config.js';
import { createAdapter, configure } from './http/server.js';

/** The one part that browsers talk to. It owns no data. */
export const gateway = defineService({
  name: 'gateway',
  config: GatewayConfig,
  module: AppModule,
  adapter: createAdapter,
  configure,
  ownOperations: true,
});
