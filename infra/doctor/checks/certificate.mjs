import { reasonOf } from '../../local/failure.mjs';
import { fail, ok, warn } from '../findings.mjs';

const DAY_MS = 86_400_000;
/** What renews certificates does so a month before their end; one that is later has failed. */
const SOON_DAYS = 14;

/** The origin's certificate: browsers trust it, and it lasts. */
export const certificate = {
  name: 'certificate',
  run: async ({ origin, host }) => {
    if (origin?.protocol !== 'https:') return [];
    let found;
    try {
      found = await host.inspectCertificate(origin);
    } catch (error) {
      return [
        fail(
          `no TLS at ${origin.host}: ${reasonOf(error)}`,
          'Is what holds the certificate running, and its port open from here?',
        ),
      ];
    }
    const days = Math.floor((found.endsAt - host.now()) / DAY_MS);
    const renew = 'Renew it, and look why that did not happen by itself: the log of certbot, Caddy or cert-manager.';
    if (days < 0) return [fail(`the certificate ended ${-days} days ago`, renew)];
    if (found.beginsAt > host.now()) return [fail('the certificate is not valid yet', 'Correct the clock.')];
    if (!found.trusted)
      return [
        fail(
          `browsers will not trust the certificate: ${found.reason}`,
          'Get one for this name from a public issuer, with its whole chain.',
        ),
      ];
    const text = `of ${found.issuer}, ends in ${days} days`;
    return [days < SOON_DAYS ? warn(text, renew) : ok(text)];
  },
};
