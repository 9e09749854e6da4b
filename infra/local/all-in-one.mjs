import './exit-with-parent.mjs';

const GRACE_MS = 25_000;

/**
 * Every service and the gateway in this one process. The launcher sends each one's environment; SIGTERM or the
 * launcher's end stops them, the gateway first.
 */
async function run(environments) {
  const { startService, ConfigError } = await import('@inkling/platform');
  const names = Object.keys(environments);
  const definitions = await Promise.all(
    names.map(async (name) => {
      const exported = await import(`@inkling/${name}`);
      return exported.service ?? exported[name];
    }),
  );
  const running = [];
  let stopping;
  const stop = async () => {
    // Whatever hangs must not keep the process.
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    const isGateway = (service) => service.name === 'gateway';
    await Promise.allSettled(running.filter(isGateway).map((service) => service.stop()));
    await Promise.allSettled(running.filter((service) => !isGateway(service)).map((service) => service.stop()));
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void (stopping ??= stop()));

  const results = await Promise.allSettled(
    definitions.map(async (definition, index) =>
      running.push(await startService(definition, { env: environments[names[index]] })),
    ),
  );
  const failures = results.flatMap((result, index) =>
    result.status === 'rejected' ? [{ name: names[index], error: result.reason }] : [],
  );
  if (failures.length === 0 || stopping) return;
  for (const { name, error } of failures) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${error instanceof ConfigError ? reason : `${name} cannot start: ${reason}`}\n`);
  }
  process.exit(1);
}

// Nothing else keeps the process alive until its environments arrive.
process.channel?.ref();
process.once('message', (environments) => {
  process.channel?.unref();
  run(environments).catch((error) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  });
});
