import { reasonOf } from '../../local/failure.mjs';
import { fail, ok, warn } from '../findings.mts';
import type { Check } from '../run.mts';

const DAY_MS = 86_400_000;
/** Certificates are renewed a month before their end. A renewal that is this late has failed. */
const SOON_DAYS = 14;

/** Browsers trust the origin's certificate, and it lasts. */
export const certificate: Check = {
  name: 'certificate',
  run: async ({ origin, host }) => {
    if (origin?.protocol !== 'https:') return [];
    let found;
    try {
      found = await host.inspectCertificate(origin);
    } catch (error) {
      const advice = 'Is what holds the certificate running, and its port open from here?';
      return [fail(`no TLS at ${origin.host}: ${reasonOf(error)}`, advice)];
    }
    const days = Math.floor((found.endsAt - host.now()) / DAY_MS);
    const renew = 'Renew it, and look why that did not happen by itself: the log of certbot, Caddy or cert-manager.';
    if (days < 0) return [fail(`the certificate ended ${-days} days ago`, renew)];
    if (found.beginsAt > host.now()) return [fail('the certificate is not valid yet', 'Correct the clock.')];
    if (!found.trusted) {
      const advice = 'Get one for this name from a public issuer, with its whole chain.';
      return [fail(`browsers will not trust the certificate: ${found.reason}`, advice)];
    }
    const text = `of ${found.issuer}, ends in ${days} days`;
    return [days < SOON_DAYS ? warn(text, renew) : ok(text)];
  },
};
