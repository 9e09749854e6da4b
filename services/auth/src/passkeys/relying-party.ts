import { isIP } from 'node:net';
import type { BaseConfig } from '@inkling/platform';
import type { AuthConfig } from '../config.js';

/** Whom passkeys are made for: a domain, and the pages on it that may use them. */
export interface RelyingParty {
  readonly id: string;
  readonly accepts: (origin: string) => boolean;
}

const LOCAL = 'localhost';

const isLocalPage = (origin: string): boolean => {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return protocol === 'http:' && hostname === LOCAL;
};

/**
 * From `PUBLIC_ORIGIN`. Undefined where browsers make no passkeys: without https (except on localhost), and for
 * addresses without a name. In development every port of localhost counts, since the page may come from another server.
 */
export function relyingParty({
  PUBLIC_ORIGIN: own,
  NODE_ENV,
}: Pick<AuthConfig, 'PUBLIC_ORIGIN'> & Pick<BaseConfig, 'NODE_ENV'>): RelyingParty | undefined {
  const { protocol, hostname } = new URL(own);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  if (NODE_ENV !== 'production' && (hostname === LOCAL || isAddress)) return { id: LOCAL, accepts: isLocalPage };
  if (isAddress || (protocol !== 'https:' && hostname !== LOCAL)) return undefined;
  return { id: hostname, accepts: (origin) => origin === own };
}
