// Requests as a signed-in user of the pool, with every answer counted by what it means.
import http from 'k6/http';
import { check } from 'k6';
import { Counter } from 'k6/metrics';
import { ledger, origin } from './settings.js';

/** A promise of the API: no call takes longer, whatever is down. */
const DEADLINE = '12s';

const COMPLAINTS_MOST = 3;
let complaints = 0;

const answered = new Counter('answers_ok');
const unavailable = new Counter('answers_unavailable');
const wrong = new Counter('answers_wrong');

/**
 * Sends one request.
 * @param {'GET' | 'POST' | 'DELETE'} method
 * @param {string} path
 * @param {{ cookie: string }} user whose cookies are renewed here once they have run out
 * @param {string} name the route, which figures are kept by
 * @param {object} [body]
 * @returns k6's response; `ok` by the checks below when it is a success
 */
export function call(method, path, user, name, body) {
  let response = once(method, path, user, name, body);
  if (response.status === 401 && renew(user)) response = once(method, path, user, name, body);
  const outcome = outcomeOf(response);
  ({ ok: answered, unavailable, wrong })[outcome].add(1);
  check(response, { 'an answer of the API': () => outcome !== 'wrong' });
  if (outcome === 'unavailable') note(`unavailable ${name} after ${Math.round(response.timings.duration)} ms`);
  if (outcome === 'wrong')
    complain(`${name} ${response.status} ${response.error || String(response.body).slice(0, 120)}`);
  return response;
}

function once(method, path, user, name, body) {
  return http.request(method, origin + path, body === undefined ? null : JSON.stringify(body), {
    headers: { 'content-type': 'application/json', cookie: user.cookie },
    tags: { name, kind: method === 'GET' ? 'read' : 'write' },
    timeout: DEADLINE,
  });
}

/** Success; a 503 in the API's own shape, as while a part is down; or neither. */
function outcomeOf(response) {
  if (response.status >= 200 && response.status < 300) return 'ok';
  if (response.status !== 503) return 'wrong';
  const body = parsed(response);
  return body !== undefined && typeof body.message === 'string' && typeof body.code === 'string'
    ? 'unavailable'
    : 'wrong';
}

/** @returns the body as JSON, undefined where it is none */
export function parsed(response) {
  try {
    return response.json();
  } catch {
    return undefined;
  }
}

/** An access token counts for minutes; what a browser does then is done here. */
function renew(user) {
  const response = http.post(`${origin}/api/auth/refresh-session`, '{}', {
    headers: { 'content-type': 'application/json', cookie: user.cookie },
    tags: { name: 'POST /api/auth/refresh-session', kind: 'write' },
    // The cookies of several users must not meet in one jar.
    jar: new http.CookieJar(),
    timeout: DEADLINE,
  });
  if (response.status !== 200) return false;
  const cookies = Object.fromEntries(user.cookie.split('; ').map((pair) => pair.split('=')));
  for (const [name, [cookie]] of Object.entries(response.cookies)) cookies[name] = cookie.value;
  user.cookie = Object.entries(cookies)
    .map((pair) => pair.join('='))
    .join('; ');
  return true;
}

/** A line for who started this load: what was acknowledged. */
export function note(line) {
  if (ledger) console.log(line);
}

/** The first few of each virtual user; the rest is counted. */
function complain(line) {
  complaints += 1;
  if (complaints <= COMPLAINTS_MOST) console.warn(`wrong ${line}`);
}
