import type { ServiceDefinition } from '@inkling/platform';

/**
 * Runs migrations of a service, without a line in the log for each.
 * @param url of the database, as the role that shall own the tables
 * @param names of those to run; otherwise all of this version
 */
export async function migrate(definition: ServiceDefinition, url: string, names?: readonly string[]) {
  const [{ migrateService }, { Logger }, { z }] = await Promise.all([
    import('@inkling/platform'),
    import('@nestjs/common'),
    import('zod'),
  ]);
  Logger.overrideLogger(false);
  const migrations = definition.migrations?.filter(({ name }) => names?.includes(name) ?? true);
  const env = { DATABASE_URL: url, NATS_URL: 'nats://unused', LOG_LEVEL: 'silent' };
  await migrateService({ ...definition, config: z.object({}), migrations }, env);
}

/**
 * @param migrations of a backup: service -> names of those that had run
 * @param definitions of this version's services
 * @returns why this version cannot make the backup's tables; those of an older version it can make
 */
export function obstacle(
  migrations: Record<string, string[]>,
  definitions: readonly ServiceDefinition[],
): string | undefined {
  for (const [service, names] of Object.entries(migrations)) {
    const definition = definitions.find(({ name }) => name === service);
    if (!definition) return `This version has no service ${service}, which the backup holds data of.`;
    const known = new Set(definition.migrations?.map(({ name }) => name));
    const unknown = names.find((name) => !name.startsWith('Platform') && !known.has(name));
    if (unknown) return `The backup was made by a newer version: ${service} has no ${unknown} here.`;
  }
  return undefined;
}
