import { startService, type RunningService } from '@inkling/platform';
import { startStack, type Stack } from '@inkling/testing';
import { service } from '../index.js';

/** The schema and data of an older version, until `upgrade` starts the service on it. */
export class OldInstallation {
  #upgraded: RunningService | undefined;

  private constructor(readonly stack: Stack) {}

  /** @param migration the first one that has not run yet */
  static async before(migration: string): Promise<OldInstallation> {
    const migrations = (service.migrations ?? []).filter(({ name }) => name < migration);
    const old = { name: service.name, config: service.config, module: class {}, migrations };
    return new OldInstallation(await startStack({ services: [old] }));
  }

  sql(text: string): Promise<Record<string, unknown>[]> {
    return this.stack.sql(service.name, text);
  }

  async upgrade(env: NodeJS.ProcessEnv = {}): Promise<void> {
    await this.stack.stopService(service.name);
    this.#upgraded = await startService(service, { env: { ...this.stack.env(service.name), ...env } });
  }

  async stop(): Promise<void> {
    await this.#upgraded?.stop();
    await this.stack.stop();
  }
}
