import { z } from 'zod';
import { Id } from '../common.js';
import { rpc } from './define.js';
import type { ServiceName } from './health.js';

/** Entries in one page: as many of the longest as fit a NATS message. */
export const PERSONAL_PAGE = 100;

/** What each service can list of one person, by name. An entry of `profile` and `preferences` comes alone. */
export const PERSONAL_COLLECTIONS = {
  auth: ['profile', 'sessions'],
  polls: ['polls', 'votes', 'comments', 'likes', 'saves', 'reminders', 'topics'],
  social: ['following', 'followers', 'blocked', 'muted', 'mutedWords'],
  notifications: ['notifications', 'preferences', 'devices', 'messages'],
  search: ['searches'],
  insights: ['deepDives'],
  community: ['reports', 'acceptedTerms'],
} as const satisfies Record<ServiceName, readonly string[]>;
export type PersonalCollection<S extends ServiceName> = (typeof PERSONAL_COLLECTIONS)[S][number];

/** Names and texts of others are in an entry only as far as the person sees them in the product anyway. */
const Entry = z.record(z.string(), z.unknown());
export type PersonalEntry = z.infer<typeof Entry>;
const Page = z.object({
  entries: z.array(Entry),
  /** Continues after this page; null on the last one. */
  next: z.string().nullable(),
});
export type PersonalPage = z.infer<typeof Page>;

const personalData = <const S extends ServiceName>(service: S) =>
  rpc(
    `${service}.personal-data`,
    z.object({
      userId: Id,
      collection: z.enum(PERSONAL_COLLECTIONS[service] as readonly PersonalCollection<S>[]),
      after: z.string().max(200).optional(),
    }),
    Page,
    { retry: true, timeoutMs: 15_000 },
  );

/** Everything that a service stores about one person, page by page, for their export (docs/product.md#export). */
export const personalDataRpc = {
  auth: personalData('auth'),
  polls: personalData('polls'),
  social: personalData('social'),
  notifications: personalData('notifications'),
  search: personalData('search'),
  insights: personalData('insights'),
  community: personalData('community'),
};
