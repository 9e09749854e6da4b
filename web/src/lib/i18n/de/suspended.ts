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
  appeal: 'Einspruch erheben',
  appealUntil: 'Bis {day} einmal möglich.',
  appealed: 'Du hast am {day} Einspruch erhoben. Die Antwort kommt per Mail und steht dann hier.',
  upheld: 'Dein Einspruch wurde gelesen. Die Entscheidung bleibt, diese Antwort ist endgültig.',
  appealAway: 'Ob du Einspruch erheben kannst, lässt sich gerade nicht zeigen. Versuch es später noch einmal.',
  open: 'Lesen, Abstimmen und Fragen geht gerade nicht. Export, Löschung und Einspruch bleiben dir offen.',
} satisfies Translation['suspended'];
