export const termsSheet = {
  title: 'Our terms',
  changed: 'The terms have changed',
  version: 'Version {version}, {day}',
  read: 'Read the terms',
  accept: 'I accept the terms',
  else: 'Not for you?',
  leave: 'Take your data, or delete your account',
  failed: 'That was not recorded',
};
