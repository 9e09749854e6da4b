import type { Translation } from '../translation';

export const comments = {
  title: 'Kommentare',
  label: 'Kommentar schreiben',
  hint: 'Kommentieren …',
  submit: 'Senden',
  tooLong: { one: '{count} Zeichen zu lang', other: '{count} Zeichen zu lang' },
  recent: 'Vor Kurzem',
  sending: 'Wird gesendet …',
  empty: 'Noch keine Kommentare. Deiner kann der erste sein.',
  loading: 'Kommentare werden geladen',
  failed: 'Die Kommentare konnten nicht geladen werden. Bitte versuche es noch einmal.',
  error: 'Fehler',
  addFailed: 'Dein Kommentar konnte nicht gespeichert werden. Bitte versuche es noch einmal.',
  added: 'Dein Kommentar ist da.',
  someone: 'Jemand',
  delete: 'Kommentar löschen',
  deleteTitle: 'Diesen Kommentar löschen?',
  deleteText: 'Er ist dann für alle weg.',
  deleted: 'Kommentar gelöscht.',
  deleteFailed: 'Der Kommentar konnte nicht gelöscht werden. Bitte versuche es noch einmal.',
  cancel: 'Abbrechen',
} as const satisfies Translation['comments'];
