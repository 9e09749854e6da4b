import type { Translation } from '../translation';

export const shortcuts = {
  title: 'Tastenkürzel',
  text: 'Sie gelten überall, wo gerade nicht getippt wird.',
  anywhere: 'Überall',
  onCard: 'Auf einer Umfrage',
  create: 'Umfrage erstellen',
  search: 'Suchen',
  home: 'Zur Startseite',
  notifications: 'Zu den Mitteilungen',
  profile: 'Zu deinem Profil',
  settings: 'Zu den Einstellungen',
  help: 'Diese Liste zeigen',
  next: 'Nächste Umfrage',
  previous: 'Vorige Umfrage',
  vote: 'Für diese Antwort stimmen',
  like: 'Gefällt mir',
  save: 'Speichern',
  open: 'Kürzel anzeigen',
  andThen: 'dann',
  upTo: 'bis',
} as const satisfies Translation['shortcuts'];
