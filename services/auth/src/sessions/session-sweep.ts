import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CONFIG } from '@inkling/platform';
import { Usernames } from '../accounts/usernames.js';
import { ActionTokensRepository } from '../action-tokens/action-tokens.repository.js';
import { AuthConfig } from '../config.js';
import { SessionsRepository } from './sessions.repository.js';

/** Batches per kind and run, so that one sweep after a long pause does not hold the database. */
const BATCHES = 20;

/** Deletes what has expired, now and then. */
@Injectable()
export class SessionSweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #logger = new Logger(SessionSweep.name);
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(
    @Inject(CONFIG) private readonly config: AuthConfig,
    private readonly repository: SessionsRepository,
    private readonly actionTokens: ActionTokensRepository,
    private readonly usernames: Usernames,
  ) {}

  onApplicationBootstrap(): void {
    this.#schedule();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #schedule(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#sweep()
        .catch((error: unknown) => this.#logger.warn(`Expired sessions could not be removed now: ${String(error)}`))
        .finally(() => this.#schedule());
    }, this.config.AUTH_SWEEP_SECONDS * 1000);
    this.#timer.unref();
  }

  async #sweep(): Promise<void> {
    const { repository, actionTokens, usernames, config } = this;
    const kinds = [
      () => repository.sweepTokens(),
      () => repository.sweepEnded(),
      () => repository.sweepAbandoned(config.AUTH_REFRESH_TOKEN_SECONDS),
      () => repository.sweepLimits(),
      () => actionTokens.sweep(),
      () => usernames.sweep(),
    ];
    for (const kind of kinds) {
      let deleted = 1;
      for (let batch = 0; batch < BATCHES && deleted > 0 && !this.#stopped; batch += 1) deleted = await kind();
    }
  }
}
