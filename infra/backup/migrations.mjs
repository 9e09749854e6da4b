/**
 * Runs migrations of a service and says nothing of each.
 * @param {import('@inkling/platform').ServiceDefinition} definition
 * @param {string} url of the database, as who shall own the tables
 * @param {readonly string[]} [names] of those to run; all of this version otherwise
 */
export async function migrate(definition, url, names) {
  const [{ migrateService }, { Logger }, { z }] = await Promise.all([
    import('@inkling/platform'),
    import('@nestjs/common'),
    import('zod'),
  ]);
  // Every step of every migration would hide what matters.
  Logger.overrideLogger(false);
  const migrations = definition.migrations.filter(({ name }) => names?.includes(name) ?? true);
  const env = { DATABASE_URL: url, NATS_URL: 'nats://unused', LOG_LEVEL: 'silent' };
  await migrateService({ ...definition, config: z.object({}), migrations }, env);
}

/**
 * The services whose data a backup holds, as this version has them.
 * @param {Record<string, string[]>} migrations service -> names of those that had run
 * @param {readonly import('@inkling/platform').ServiceDefinition[]} definitions
 * @returns {string | undefined} why this version cannot make the backup's tables; an older version's it can
 */
export function obstacle(migrations, definitions) {
  for (const [service, names] of Object.entries(migrations)) {
    const definition = definitions.find(({ name }) => name === service);
    if (!definition) return `This version has no service ${service}, which the backup holds data of.`;
    const known = new Set(definition.migrations.map(({ name }) => name));
    const unknown = names.find((name) => !name.startsWith('Platform') && !known.has(name));
    if (unknown) return `The backup was made by a newer version: ${service} has no ${unknown} here.`;
  }
  return undefined;
}
