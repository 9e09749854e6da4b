/**
 * Exit code 0 when the application in this container can be used; for the container engine's own health check. A media store
 * without room does not count: nginx waits for a healthy gateway, and all but uploads would work.
 */
const STORES = ['media', 'uploads'];

const url = `http://127.0.0.1:${process.env.HTTP_PORT ?? 8080}/health/ready`;
const answer = await fetch(url, { signal: AbortSignal.timeout(3_000) }).catch(() => undefined);
const { parts = {} } = (await answer?.json().catch(() => undefined)) ?? {};
const failing = Object.keys(parts).filter((part) => parts[part] !== 'ok');
const usable = answer?.ok || (failing.length > 0 && failing.every((part) => STORES.includes(part)));
process.exit(usable ? 0 : 1);
