import type { Translation } from '../translation';

export const session = {
  logoutFailed: 'Abmelden hat nicht geklappt',
  tryAgain: 'Bitte versuche es noch einmal.',
  authRequired: 'Bitte melde dich an.',
  notLoggedIn: 'Anmeldung nötig',
} as const satisfies Translation['session'];
