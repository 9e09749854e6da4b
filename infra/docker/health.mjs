/**
 * The container's health check: exits with 0 when the application can be used. nginx waits for a healthy gateway, so
 * parts without which most pages still work do not count (docs/operations/runbook.md#when-a-part-is-down).
 */
const OPTIONAL = ['media', 'uploads', 'social', 'notifications', 'search', 'insights', 'community'];

const url = `http://127.0.0.1:${process.env.HTTP_PORT ?? 8080}/health/ready`;
const answer = await fetch(url, { signal: AbortSignal.timeout(3_000) }).catch(() => undefined);
const { parts = {} } = (await answer?.json().catch(() => undefined)) ?? {};
const failing = Object.keys(parts).filter((part) => parts[part] !== 'ok');
const usable = answer?.ok || (failing.length > 0 && failing.every((part) => OPTIONAL.includes(part)));
process.exit(usable ? 0 : 1);
