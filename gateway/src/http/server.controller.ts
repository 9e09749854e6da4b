import { Controller, Inject } from '@nestjs/common';
import { routes, type ServerConfig } from '@inkling/contracts';
import { BASE_CONFIG, CONFIG, type BaseConfig } from '@inkling/platform';
import type { GatewayConfig } from '../config.js';
import { Route } from './route.js';

/** What this server has, for the browser. */
@Controller()
export class ServerController {
  readonly #answer: ServerConfig;

  constructor(@Inject(BASE_CONFIG) base: BaseConfig, @Inject(CONFIG) config: GatewayConfig) {
    this.#answer = {
      product: 'Inkling',
      version: config.APP_VERSION,
      environment: base.NODE_ENV === 'production' ? 'production' : 'development',
      features: { google: false, push: false, insights: false, media: false },
    };
  }

  @Route(routes.config)
  config(): ServerConfig {
    return this.#answer;
  }
}
