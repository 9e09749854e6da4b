import type { PublicInstance } from '@inkling/contracts';
import type { InstanceNow } from './instance.js';

/** The part of the instance's state that everyone may read, as of now. */
export function publicInstance({ settings, version, pages, terms, announcements }: InstanceNow): PublicInstance {
  const now = Date.now();
  return {
    description: settings.description,
    rules: settings.rules,
    signUp: settings.signUp,
    invitationsPerPerson: settings.invitationsPerPerson,
    whoMayAsk: settings.whoMayAsk,
    // Once settings are saved, there is a page of rules even without text from the operator.
    pages: version > 0 && !pages.includes('rules') ? ['rules', ...pages] : pages,
    terms,
    announcements: announcements.filter(
      ({ from, until }) => Date.parse(from) <= now && (until === null || Date.parse(until) > now),
    ),
  };
}
