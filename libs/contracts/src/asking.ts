import type { WHO_MAY_ASK } from './constants.js';

const DAY_MS = 86_400_000;

/** The setting of who may ask polls; `days` counts for `older-than` alone. */
export interface AskingRule {
  readonly kind: (typeof WHO_MAY_ASK)[number];
  readonly days: number;
}

/** What the rule looks at. `createdAt` is when the account was made, ISO 8601. */
export interface Asker {
  readonly emailVerified: boolean;
  readonly createdAt: string;
}

/** Why somebody may not ask polls yet. `from`: the instant from which they may, ISO 8601. */
export type AskingRefusal =
  { readonly code: 'ask-needs-email' } | { readonly code: 'ask-needs-age'; readonly from: string };

/**
 * The rule of who may ask polls (docs/product.md#who-may-ask), for the server and for the page that tells it
 * beforehand.
 * @param now milliseconds since 1970, by the server's clock
 * @returns undefined for somebody who may
 */
export function askingRefusal({ kind, days }: AskingRule, asker: Asker, now: number): AskingRefusal | undefined {
  if (kind === 'proved') return asker.emailVerified ? undefined : { code: 'ask-needs-email' };
  if (kind === 'anyone') return undefined;
  const from = Date.parse(asker.createdAt) + days * DAY_MS;
  return now >= from ? undefined : { code: 'ask-needs-age', from: new Date(from).toISOString() };
}
