import { createHash } from 'node:crypto';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runMigrations, type ServiceDefinition } from '@inkling/platform';
import type { Content } from '../../../infra/test/stack-support.mjs';

const ROOT = join(import.meta.dirname, '../../..');
/** What decides about a migrated schema, beside the migrations themselves: modules that they import. */
const SOURCES = ['services/*/src/**/*.ts', 'libs/platform/src/persistence/*.ts', 'infra/postgres/*.sql'];

/**
 * The services' schemas as their migrations make them, which many specs need. Copying them takes less time than running
 * every migration again.
 */
export async function migratedSchemas(
  services: readonly ServiceDefinition[],
  env: NodeJS.ProcessEnv,
): Promise<Content> {
  const hash = createHash('sha256').update(fingerprint());
  for (const { name, migrations } of services)
    for (const migration of migrations ?? [])
      hash.update(`${name} ${migration.name} ${String(await migration.load())}\0`);
  return {
    key: hash.digest('hex').slice(0, 32),
    fill: async (urls) => {
      for (const service of services)
        if (service.migrations) await runMigrations(service, { ...env, DATABASE_URL: urls[service.name] });
    },
  };
}

let known: string | undefined;
const fingerprint = (): string =>
  (known ??= globSync(SOURCES, { cwd: ROOT })
    .filter((file) => !file.endsWith('.spec.ts'))
    .sort()
    .map((file) => `${file} ${statSync(join(ROOT, file)).mtimeMs}`)
    .join('\n'));
