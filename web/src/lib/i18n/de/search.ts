import type { Translation } from '../translation';

export const search = {
  title: 'Suche',
  placeholder: 'Umfragen, Personen, Themen …',
  clear: 'Leeren',
  clearSearch: 'Suche leeren',
  recent: 'Letzte Suchen',
  deleteRecent: '{query} löschen',
  topics: 'Themen im Trend',
  discover: 'Entdecke Umfragen und Leute',
  discoverText: 'Versuch es mit einem Thema, über das gerade gesprochen wird:',
  users: 'Personen',
  polls: 'Umfragen',
  searching: 'Wird gesucht',
  none: 'Nichts gefunden',
  noneText: 'Zu „{query}“ haben wir nichts gefunden',
  error: 'Fehler bei der Suche',
  unavailable: 'Die Suche ist gerade nicht verfügbar.',
  failed: 'Bei der Suche ist ein Fehler aufgetreten.',
  found: { one: '{count} Treffer', other: '{count} Treffer' },
  short: 'Gib mindestens 2 Zeichen ein.',
  deleteFailed: 'Die Suche konnte nicht gelöscht werden.',
} as const satisfies Translation['search'];
