import { api } from '../../../lib/api';

const running = new Map<string, Promise<unknown>>();

/** Confirms an address with the token of a mailed link. A token works once, so one page asks once however often it renders. */
export function verifyEmail(token: string): Promise<unknown> {
  let answer = running.get(token);
  if (!answer) {
    answer = api.post('/api/auth/verify-email', { token });
    running.set(token, answer);
    // After a failure the next try is a new one.
    answer.catch(() => running.delete(token));
  }
  return answer;
}
