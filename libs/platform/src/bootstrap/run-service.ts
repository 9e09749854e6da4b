import { ConfigError } from '../config/base-config.js';
import type { ServiceDefinition } from './define-service.js';
import { runMigrations, startService } from './start-service.js';

/** For closing, besides the time for which it drains. */
const GRACE_MS = 25_000;

/**
 * A service's whole `main`: starts it from the environment, ends it on SIGTERM or SIGINT with exit code 0, and ends
 * with 1 and one clear line when it cannot start. A second signal cuts the draining short; a signal after that ends it
 * at once. With `--migrate` it only runs the migrations.
 */
export async function runService(definition: ServiceDefinition): Promise<void> {
  try {
    if (process.argv.includes('--migrate')) {
      await runMigrations(definition);
      return;
    }
    const service = await startService(definition);
    let ending = false;
    const end = (): void => {
      if (ending) {
        if (!service.hurry()) process.exit(1);
        return;
      }
      ending = true;
      // A shutdown that hangs must not keep the process alive.
      setTimeout(() => process.exit(1), service.drainMs + GRACE_MS).unref();
      service.stop().then(
        () => process.exit(0),
        (error: unknown) => fail(definition.name, error),
      );
    };
    process.on('SIGTERM', end);
    process.on('SIGINT', end);
  } catch (error) {
    fail(definition.name, error);
  }
}

function fail(name: string, error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${error instanceof ConfigError ? reason : `${name}: cannot run: ${reason}`}\n`);
  if (!(error instanceof ConfigError) && error instanceof Error && process.env['LOG_LEVEL'] === 'debug')
    process.stderr.write(`${error.stack}\n`);
  process.exit(1);
}
