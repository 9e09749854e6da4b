import type { Translation } from '../translation';

export const shell = {
  home: 'Start',
  search: 'Suche',
  create: 'Erstellen',
  you: 'Du',
  profile: 'Profil',
  main: 'Hauptmenü',
  account: 'Konto',
  inviteFriends: 'Freunde einladen',
  settings: 'Einstellungen',
  logout: 'Abmelden',
  skip: 'Zum Inhalt springen',
  offline: 'Du bist offline. Was du siehst, ist vielleicht nicht aktuell.',
} as const satisfies Translation['shell'];
