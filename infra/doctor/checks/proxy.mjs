import { isIP } from 'node:net';
import { reasonOf } from '../../local/failure.mjs';
import { fail, ok, warn } from '../findings.mjs';
import { isLocal } from '../installation.mjs';

/** As nginx and the gateway take: a file of 25 MiB with the form around it. */
const LARGEST = 27_000_000;
const BODY_MS = 30_000;
/** Belongs to nobody (RFC 5737). */
const INVENTED = '203.0.113.77';
const UPGRADE = {
  connection: 'upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'aW5rbGluZy1kb2N0b3ItMQ==',
};

/** What stands in front hands on WebSockets, large bodies and the addresses of visitors. */
export const proxy = {
  name: 'proxy',
  run: async (context) => {
    const { origin, host } = context;
    if (!origin) return [];
    // What does not answer at all is the origin's finding.
    const reached = await host.exchange(new URL('/health/live', origin)).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (!reached) return [];
    return (await Promise.all([sockets(context), bodies(context), addresses(context)])).flat();
  },
};

/** Without a session the gateway refuses an upgrade, in its own words; what is no upgrade has another answer. */
async function sockets({ origin, host }) {
  const advice =
    'It must hand on the headers Upgrade and Connection for /ws, with HTTP/1.1, and keep such connections for 120 s.';
  try {
    const { status, body } = await host.exchange(new URL('/ws', origin), {
      headers: { ...UPGRADE, origin: origin.origin },
    });
    if (status === 101 || body.includes('"unauthorized"')) return [ok('WebSockets get through')];
    if (body.includes('"cross-site"'))
      return [
        fail(
          'the gateway takes its own pages for another site',
          'The proxy must hand on the header Host as it is, and PUBLIC_ORIGIN must be the address in the browser.',
        ),
      ];
    return [fail(`WebSockets do not get through: ${status}`, advice)];
  } catch (error) {
    return [fail(`WebSockets do not get through: ${reasonOf(error)}`, advice)];
  }
}

/** Of a stranger: refused by the gateway, but for its size by none in front. */
async function bodies({ origin, host }) {
  const advice = 'Let bodies of 27 MB through: client_max_body_size 27m for nginx, and the like.';
  try {
    const headers = { 'content-type': 'multipart/form-data; boundary=doctor', origin: origin.origin };
    const { status } = await host.exchange(new URL('/api/polls', origin), {
      method: 'POST',
      headers,
      bodyBytes: LARGEST,
      timeoutMs: BODY_MS,
    });
    if (status === 413) return [fail('uploads of 27 MB are refused on the way', advice)];
    if (status >= 500)
      return [warn(`an upload of 27 MB is answered ${status}`, 'Look at the log of the proxy and of nginx.')];
    return [ok('uploads of 27 MB get through')];
  } catch (error) {
    // A proxy that refuses the upload early may close the connection before everything is sent.
    return [warn(`an upload of 27 MB broke off: ${reasonOf(error)}`, advice)];
  }
}

/** The gateway says for whom it takes us: neither for an invented address, nor for a proxy. */
async function addresses({ origin, host, mode }) {
  const { status, body, from } = await host.exchange(new URL('/health/client', origin), {
    headers: { 'x-forwarded-for': INVENTED },
  });
  if (status !== 200) return [warn('the gateway does not say whom it takes us for', 'Is it of this version?')];
  const seen = plain(JSON.parse(body).address);
  // A request from this computer may count as coming from a proxy, whose headers are trusted.
  if (seen === INVENTED && isLocal(origin)) return [ok('this computer counts as a proxy')];
  if (seen === INVENTED) {
    const advice = 'TRUSTED_PROXIES or TRUST_PROXY believe too much: name the proxies alone.';
    // Behind a network of one's own, an address inside may be believed where a visitor's would not.
    const certain = origin.protocol === 'https:' && !isPrivate(plain(from));
    if (certain) return [fail('visitors can choose their own address', advice)];
    return [warn('an invented address is believed from here', `Try it from elsewhere. If it is there, too: ${advice}`)];
  }
  const own = [plain(from), ...host.addresses()];
  const text = `the gateway takes us for ${seen}`;
  if (own.includes(seen) || !isPrivate(seen)) return [ok(text)];
  if (isLocal(origin) || (mode !== 'kubernetes' && origin.protocol === 'http:'))
    return [ok(`${text}, which is docker's or this network's`)];
  return [
    warn(
      `${text}, which seems to be a proxy's: all visitors would count as one network`,
      'Count the proxies in TRUST_PROXY (nginx is one), and name their addresses in TRUSTED_PROXIES.',
    ),
  ];
}

const plain = (address) => (address ?? '').replace(/^::ffff:(?=\d+\.)/, '');

const isPrivate = (address) =>
  isIP(address) === 4
    ? /^(10|127|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(address)
    : /^(::1$|f[cd]|fe[89ab])/i.test(address);
