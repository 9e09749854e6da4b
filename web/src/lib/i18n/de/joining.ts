import type { Translation } from '../translation';

export const joining = {
  code: 'Einladungscode',
  codeHint: 'Beitreten geht nur mit Einladung: Jemand von hier muss dich einladen.',
  closedHint: 'Zurzeit kann niemand neu beitreten, außer mit einer Einladung des Betreibers.',
  invites: '{name} lädt dich ein',
  ticket: 'Karte {number} von {of}',
  ticketUntil: 'Karte {number} von {of}, bis {day}',
  approvalHint: 'Jede Anfrage wird von jemandem gelesen.',
  waitingTitle: 'Deine Anfrage liegt auf dem Tisch',
  waitingText: 'Am {day} gesendet. Wir schreiben an {email}, sobald entschieden ist.',
  waitingUnmailed: 'Am {day} gesendet. Schau wieder vorbei, um zu sehen, wie entschieden wurde.',
  takeBack: 'Anfrage zurückziehen',
  takenBack: 'Deine Anfrage ist zurückgezogen und dein Konto gelöscht.',
  notTakenBack: 'Die Anfrage konnte nicht zurückgezogen werden',
} as const satisfies Translation['joining'];
