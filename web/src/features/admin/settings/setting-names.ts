import type { InstanceSettings } from '@inkling/contracts';
import type { MessageKey } from '../../../lib/i18n';

/** The settings that can be changed here. */
export type Name = keyof InstanceSettings;

/** What each setting is called. */
export const LABELS: Record<Name, MessageKey> = {
  name: 'adminInstance.name',
  description: 'adminInstance.description',
  contactAddress: 'adminInstance.contactAddress',
  links: 'adminInstance.links',
  rules: 'adminInstance.rules',
  signUp: 'adminInstance.signUp',
  invitationsPerPerson: 'adminInstance.invitations',
  whoMayAsk: 'adminInstance.whoMayAsk',
  reservedNames: 'adminInstance.reservedNames',
  blockedMailDomains: 'adminInstance.blockedMailDomains',
  flagWords: 'adminInstance.flagWords',
  flagDomains: 'adminInstance.flagDomains',
};

const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

/** The settings among the changes that are not as saved. */
export const changedNames = (saved: InstanceSettings, changes: Partial<InstanceSettings>): Name[] =>
  (Object.keys(changes) as Name[]).filter((name) => differs(changes[name], saved[name]));

/** What somebody else has saved since the form was filled. */
export interface Meanwhile {
  /** The settings that they changed. */
  theirs: Name[];
  /** The ones that the form changes as well, to another value. */
  both: Name[];
}

/**
 * Compares the settings at the form's start with the settings that are saved now.
 * @param changes what the form changes
 */
export function meanwhile(
  base: InstanceSettings,
  saved: InstanceSettings,
  changes: Partial<InstanceSettings>,
): Meanwhile {
  const theirs = (Object.keys(LABELS) as Name[]).filter((name) => differs(base[name], saved[name]));
  const mine = changedNames(saved, changes);
  return { theirs, both: theirs.filter((name) => mine.includes(name)) };
}
