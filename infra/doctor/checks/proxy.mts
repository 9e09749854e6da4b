import { isIP } from 'node:net';
import { reasonOf } from '../../local/failure.mjs';
import { fail, ok, warn } from '../findings.mts';
import type { Host } from '../host.mts';
import { isLocal } from '../installation.mts';
import type { Mode } from '../options.mts';
import type { Check } from '../run.mts';

/** What nginx and the gateway accept: a file of 25 MiB with the form around it. */
const LARGEST = 27_000_000;
const BODY_MS = 30_000;
/** An address that nobody has (RFC 5737). */
const INVENTED = '203.0.113.77';
const UPGRADE = {
  connection: 'upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'aW5rbGluZy1kb2N0b3ItMQ==',
};

/** The proxy in front hands on WebSockets, large bodies and the addresses of visitors. */
export const proxy: Check = {
  name: 'proxy',
  run: async ({ origin, host, mode }) => {
    if (!origin) return [];
    // The check of the origin reports one that does not answer.
    const reached = await host.exchange(new URL('/health/live', origin)).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (!reached) return [];
    return Promise.all([sockets(origin, host), bodies(origin, host), addresses(origin, host, mode)]);
  },
};

/** Without a session the gateway refuses an upgrade, with its own error code. */
async function sockets(origin: URL, host: Host) {
  const advice =
    'It must hand on the headers Upgrade and Connection for /ws, with HTTP/1.1, and keep such connections for 120 s.';
  try {
    const headers = { ...UPGRADE, origin: origin.origin };
    const { status, body } = await host.exchange(new URL('/ws', origin), { headers });
    if (status === 101 || body.includes('"unauthorized"')) return ok('WebSockets get through');
    if (body.includes('"cross-site"'))
      return fail(
        'the gateway takes its own pages for another site',
        'The proxy must hand on the header Host as it is, and PUBLIC_ORIGIN must be the address in the browser.',
      );
    return fail(`WebSockets do not get through: ${status}`, advice);
  } catch (error) {
    return fail(`WebSockets do not get through: ${reasonOf(error)}`, advice);
  }
}

/** Without a session the gateway refuses an upload; nothing before it may refuse the size. */
async function bodies(origin: URL, host: Host) {
  const advice = 'Let bodies of 27 MB through: client_max_body_size 27m for nginx, and the like.';
  try {
    const headers = { 'content-type': 'multipart/form-data; boundary=doctor', origin: origin.origin };
    const options = { method: 'POST', headers, bodyBytes: LARGEST, timeoutMs: BODY_MS };
    const { status } = await host.exchange(new URL('/api/polls', origin), options);
    if (status === 413) return fail('uploads of 27 MB are refused on the way', advice);
    if (status >= 500)
      return warn(`an upload of 27 MB is answered ${status}`, 'Look at the log of the proxy and of nginx.');
    return ok('uploads of 27 MB get through');
  } catch (error) {
    // A proxy that refuses the upload early may close the connection before everything is sent.
    return warn(`an upload of 27 MB broke off: ${reasonOf(error)}`, advice);
  }
}

/** The gateway sees neither an address that a visitor invents, nor that of a proxy. */
async function addresses(origin: URL, host: Host, mode: Mode) {
  const headers = { 'x-forwarded-for': INVENTED };
  const { status, body, from } = await host.exchange(new URL('/health/client', origin), { headers });
  if (status !== 200) return warn('the gateway does not say whom it takes us for', 'Is it of this version?');
  const seen = plain(JSON.parse(body).address);
  // A request from this computer may count as coming from a proxy, whose headers are trusted.
  if (seen === INVENTED && isLocal(origin)) return ok('this computer counts as a proxy');
  if (seen === INVENTED) {
    const advice = 'TRUSTED_PROXIES or TRUST_PROXY trusts too much: list only the proxies.';
    // From a private network an invented address may be believed where a visitor's would not be.
    const certain = origin.protocol === 'https:' && !isPrivate(plain(from));
    if (certain) return fail('visitors can choose their own address', advice);
    return warn('an invented address is believed from here', `Try it from elsewhere. If it is there, too: ${advice}`);
  }
  const text = `the gateway takes us for ${seen}`;
  if ([plain(from), ...host.addresses()].includes(seen) || !isPrivate(seen)) return ok(text);
  if (isLocal(origin) || (mode !== 'kubernetes' && origin.protocol === 'http:'))
    return ok(`${text}, which is docker's or this network's`);
  return warn(
    `${text}, which seems to be a proxy's: all visitors would count as one network`,
    'Count the proxies in TRUST_PROXY (nginx is one), and name their addresses in TRUSTED_PROXIES.',
  );
}

const plain = (address: string | undefined) => (address ?? '').replace(/^::ffff:(?=\d+\.)/, '');

const PRIVATE_4 = /^(10|127|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
const PRIVATE_6 = /^(::1$|f[cd]|fe[89ab])/i;
const isPrivate = (address: string) => (isIP(address) === 4 ? PRIVATE_4 : PRIVATE_6).test(address);
