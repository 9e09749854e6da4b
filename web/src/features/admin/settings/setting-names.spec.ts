import { expect, test } from '@jest/globals';
import type { InstanceSettings } from '@inkling/contracts';
import { changedNames, meanwhile } from './setting-names';

const base: InstanceSettings = {
  name: 'Harbour Polls',
  description: null,
  contactAddress: null,
  links: ['https://example.org/a'],
  rules: [{ text: 'Be kind', about: null }],
  signUp: { mode: 'open', question: null },
  invitationsPerPerson: 5,
  whoMayAsk: { kind: 'anyone', days: 0 },
  reservedNames: [],
  blockedMailDomains: [],
  flagWords: [],
  flagDomains: [],
};

test('changes are what differs from the saved settings', () => {
  expect(changedNames(base, { name: 'Harbour Polls', links: [...base.links], description: 'Questions.' })).toEqual([
    'description',
  ]);
});

test('what somebody else has saved is named, and what both have changed asks for a choice', () => {
  const saved = { ...base, name: 'Port Polls', flagWords: ['casino'], invitationsPerPerson: 7 };
  expect(meanwhile(base, saved, { name: 'Quay Polls', description: 'Questions.' })).toEqual({
    theirs: ['name', 'invitationsPerPerson', 'flagWords'],
    both: ['name'],
  });
});

test('nobody has to choose where both changed a setting to the same', () => {
  const saved = { ...base, name: 'Port Polls' };
  expect(meanwhile(base, saved, { name: 'Port Polls' })).toEqual({ theirs: ['name'], both: [] });
  expect(meanwhile(base, base, { name: 'Quay Polls' })).toEqual({ theirs: [], both: [] });
});
