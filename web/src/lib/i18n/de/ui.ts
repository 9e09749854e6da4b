import type { Translation } from '../translation';

export const ui = {
  close: 'Schließen',
  dismiss: 'Schließen',
  messages: 'Meldungen',
  back: 'Zurück',
  retry: 'Noch einmal',
  loading: 'Wird geladen',
  loadingInkling: 'Inkling wird geladen',
  switchTheme: 'Design wechseln',
  connectionIssue: 'Verbindungsproblem',
  connectionHint: 'Inkling ist nicht erreichbar. Prüfe deine Verbindung und versuche es noch einmal.',
  sessionUnavailable: 'Die Anmeldung ist gerade nicht verfügbar',
  sessionUnavailableText: 'Inkling kann nicht feststellen, wer du bist. Es versucht es weiter.',
  notFound: 'Seite nicht gefunden',
  notFoundText: 'Hoppla! Die gesuchte Seite gibt es nicht, oder sie ist umgezogen.',
  returnHome: 'Zurück zur Startseite',
  brokenPage: 'Diese Seite konnte nicht angezeigt werden',
  brokenPageText: 'Etwas ist schiefgegangen. Lade sie neu; was du gespeichert hast, ist noch da.',
  reload: 'Neu laden',
  notWritten: 'Noch nicht geschrieben',
  notWrittenText: 'Diese Seite folgt.',
} as const satisfies Translation['ui'];
