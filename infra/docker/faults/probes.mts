/** What a client must see while a part is missing, and when it has recovered. */
import { setTimeout as delay } from 'node:timers/promises';

/** No request may take longer, whatever is down: calls have timeouts of 2 to 5 s, and some are retried once. */
export const DEADLINE_MS = 11_000;
const STREAK = 3;
const PAUSE_MS = 150;

/** Routes that need a part and a signed-in user. */
export function routesOf(part: string, { user, poll, media }: { user: number; poll: number; media: string }): string[] {
  const routes: Record<string, string[]> = {
    auth: ['/api/auth/me'],
    polls: ['/api/polls', `/api/polls/${poll}`, `/api/polls/${poll}/comments`],
    social: [`/api/users/${user}/followers`],
    notifications: ['/api/notifications'],
    search: ['/api/search?q=load'],
    insights: [`/api/polls/${poll}/insights`],
    community: ['/api/terms'],
    s3: [media],
  };
  return (
    routes[part] ?? [
      '/api/auth/me',
      `/api/polls/${poll}`,
      `/api/users/${user}/followers`,
      '/api/notifications',
      '/api/search?q=load',
      `/api/polls/${poll}/insights`,
    ]
  );
}

/** @returns status 0 without an answer */
export async function probe(
  origin: string,
  path: string,
  cookie: string = '',
): Promise<{ status: number; ms: number; body?: { message?: unknown; code?: unknown } }> {
  const startedAt = performance.now();
  try {
    const answer = await fetch(origin + path, {
      headers: { cookie },
      signal: AbortSignal.timeout(DEADLINE_MS + 4_000),
    });
    const text = await answer.text();
    const json = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined;
    return { status: answer.status, ms: performance.now() - startedAt, body: json };
  } catch {
    return { status: 0, ms: performance.now() - startedAt, body: undefined };
  }
}

/** Whether the API itself answered that a part is unavailable. */
export const saysUnavailable = ({ status, ms, body }: Awaited<ReturnType<typeof probe>>) =>
  status === 503 && ms < DEADLINE_MS && typeof body?.message === 'string' && typeof body?.code === 'string';

/**
 * Waits until all paths have been answered with success three times in a row.
 * @returns milliseconds to the first of the three; undefined when it took too long
 */
export async function recovered(
  origin: string,
  paths: string[],
  cookie: string,
  withinMs: number,
): Promise<number | undefined> {
  const startedAt = Date.now();
  let since;
  for (let streak = 0; Date.now() - startedAt < withinMs;) {
    const askedAt = Date.now();
    const answers = await Promise.all(paths.map((path) => probe(origin, path, cookie)));
    const well = answers.every(({ status }) => status === 200);
    streak = well ? streak + 1 : 0;
    if (streak === 1) since = askedAt;
    if (streak === STREAK) return (since as number) - startedAt;
    await delay(PAUSE_MS);
  }
  return undefined;
}
