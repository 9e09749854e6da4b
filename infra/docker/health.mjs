/** Exit code 0 when the application in this container is ready; for the container engine's own health check. */
const answer = await fetch(`http://127.0.0.1:${process.env.HTTP_PORT ?? 8080}/health/ready`, { signal: AbortSignal.timeout(3_000) }).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
