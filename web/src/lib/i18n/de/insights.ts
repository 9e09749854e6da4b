import type { Translation } from '../translation';

export const insights = {
  deepDive: 'Deep Dive',
  loading: 'Hintergrund wird geladen',
  failed: 'Der Hintergrund konnte nicht geladen werden',
  failedText: 'Wir konnten die Fakten zu dieser Umfrage nicht laden. Bitte versuche es später noch einmal.',
  fetchFailed: 'Die Hintergründe konnten nicht geladen werden',
  none: 'Noch kein Deep Dive.',
  noneText: 'Eine KI liest sich in diese Frage ein und nennt ihre Quellen.',
  nonePassages: 'Kurze Abschnitte aus Wikipedia zu dem, was diese Frage nennt.',
  lookUp: 'Nachschlagen',
  lookingUp: 'Wird nachgeschlagen …',
  nothing: 'Zu dieser Frage passt kein Artikel.',
  nothingText: 'Wir haben in Wikipedia nachgesehen, was sie nennt.',
  passagesNote:
    'Abschnitte aus Wikipedia, zitiert unter {license}. Sie können unvollständig oder veraltet sein; in den Artikeln steht mehr.',
  generate: 'Erstellen',
  generating: 'Wird erstellt …',
  generateFailed: 'Der Deep Dive konnte nicht erstellt werden',
  disclaimer:
    'Von KI erstellte Inhalte sind vielleicht nicht zu 100 % richtig. Prüfe Angaben immer anhand der Quellen.',
  sources: 'Quellen',
  source: '{host} (öffnet einen neuen Tab)',
  copy: 'Kopieren',
  copied: 'Kopiert',
  ready: 'Der Deep Dive ist fertig.',
} as const satisfies Translation['insights'];
