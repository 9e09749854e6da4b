import type { PublicInstance } from '@inkling/contracts';
import type { InstanceNow } from './instance.js';

/** What of the instance everyone may know, at this time. */
export function publicInstance({ settings, version, pages, terms, announcements }: InstanceNow): PublicInstance {
  const now = Date.now();
  return {
    description: settings.description,
    rules: settings.rules,
    signUp: settings.signUp,
    invitationsPerPerson: settings.invitationsPerPerson,
    whoMayAsk: settings.whoMayAsk,
    // The rules are a page of their own once an operator has looked at them.
    pages: version > 0 && !pages.includes('rules') ? ['rules', ...pages] : pages,
    terms,
    announcements: announcements.filter(
      ({ from, until }) => Date.parse(from) <= now && (until === null || Date.parse(until) > now),
    ),
  };
}
