/** What a part's absence must look like from outside: its routes, and readiness and liveness. */
import { setTimeout as delay } from 'node:timers/promises';

/** No call may take longer, whatever is down (the calls' own deadlines are 2 to 5 s, some are tried twice). */
export const DEADLINE_MS = 11_000;
const STREAK = 3;
const PAUSE_MS = 150;

/** Routes that need a part, read as somebody who is signed in. */
export function routesOf(part: string, { user, poll, media }: { user: number; poll: number; media: string }): string[] {
  const routes: Record<string, string[]> = {
    auth: ['/api/auth/me'],
    polls: ['/api/polls', `/api/polls/${poll}`, `/api/polls/${poll}/comments`],
    social: [`/api/users/${user}/followers`],
    notifications: ['/api/notifications'],
    search: ['/api/search?q=load'],
    insights: [`/api/polls/${poll}/insights`],
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

/** The API's own way to say that a part is away. */
export const saysUnavailable = ({ status, ms, body }: Awaited<ReturnType<typeof probe>>) =>
  status === 503 && ms < DEADLINE_MS && typeof body?.message === 'string' && typeof body?.code === 'string';

/**
 * Waits until all paths have been answered with success some times in a row.
 * @returns milliseconds to the first answers of that row; undefined when it took too long
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
