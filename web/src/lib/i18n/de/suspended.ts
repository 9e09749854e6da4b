import type { Translation } from '../translation';

export const suspended = {
  page: 'Konto gesperrt',
  closedUntil: 'Zu bis {day}',
  closed: 'Geschlossen',
  title: 'Dein Konto ist gesperrt',
  until: 'Bis {when}.',
  forGood: 'Auf Dauer.',
  rule: 'Die Regel: {rule}',
  moderators: 'Die Moderation',
  export: 'Meine Daten exportieren',
  logOut: 'Abmelden',
  open: 'Lesen, Abstimmen und Fragen geht gerade nicht. Export und Löschung bleiben dir offen.',
} satisfies Translation['suspended'];
