import { isIPv4 } from 'node:net';
import { clientBlock } from '@inkling/platform';
import { browserOf } from '@inkling/contracts';

/** Where a sign-in came from, as a person can recognize it, and no more precisely. */
export interface Place {
  /** `Firefox on Windows`, without versions. */
  readonly browser: string;
  /** `203.0.113.x`, or the /48 of an IPv6 address. */
  readonly network: string;
}

export function placeOf({ ip, userAgent }: { ip: string; userAgent: string }): Place {
  const { browser, system } = browserOf(userAgent);
  const block = clientBlock(ip);
  return {
    browser: [browser ?? 'An unknown browser', ...(system ? [`on ${system}`] : [])].join(' '),
    network: isIPv4(block) ? block.replace(/\d+$/, 'x') : block,
  };
}
