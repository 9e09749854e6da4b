import './exit-with-parent.mjs';

const GRACE_MS = 25_000;

/**
 * Every service and the gateway in one process. The launcher sends their environments. SIGTERM or the launcher's end
 * stops them, the gateway first. This is JavaScript so that the product does not load Node's TypeScript parser.
 * @param {Record<string, NodeJS.ProcessEnv>} environments by name of the service
 */
async function run(environments) {
  const { startService, ConfigError } = await import('@inkling/platform');
  const applications = await Promise.all(
    Object.entries(environments).map(async ([name, env]) => {
      const exported = await import(`@inkling/${name}`);
      return { name, env, definition: exported.service ?? exported[name] };
    }),
  );
  /** @type {import('@inkling/platform').RunningService[]} */
  const running = [];
  /** @type {Promise<void> | undefined} */
  let stopping;
  const stop = async () => {
    // The process ends even if a service hangs.
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    /** @param {boolean} isGateway */
    const stopAll = (isGateway) =>
      Promise.allSettled(
        running.filter(({ name }) => (name === 'gateway') === isGateway).map((service) => service.stop()),
      );
    await stopAll(true);
    await stopAll(false);
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void (stopping ??= stop()));

  const results = await Promise.allSettled(
    applications.map(async ({ definition, env }) => running.push(await startService(definition, { env }))),
  );
  const failures = results.flatMap((result, index) =>
    result.status === 'rejected' ? [{ name: applications[index]?.name, error: result.reason }] : [],
  );
  if (failures.length === 0 || stopping) return;
  for (const { name, error } of failures) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${error instanceof ConfigError ? reason : `${name} cannot start: ${reason}`}\n`);
  }
  process.exit(1);
}

// Only the channel keeps the process alive until the environments arrive.
process.channel?.ref();
process.once('message', (environments) => {
  process.channel?.unref();
  run(/** @type {Record<string, NodeJS.ProcessEnv>} */ (environments)).catch((error) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  });
});
