import type { Translation } from '../translation';

export const push = {
  title: 'Push-Mitteilungen',
  text: 'Neue Umfragen, Kommentare und Follower',
  enabled: 'Mitteilungen eingeschaltet',
  disabled: 'Mitteilungen ausgeschaltet',
  notSupported: 'Mitteilungen nicht unterstützt',
  noSupport: 'Dieser Browser unterstützt keine Push-Mitteilungen',
  enableFailed: 'Mitteilungen nicht eingeschaltet',
  disableFailed: 'Mitteilungen nicht ausgeschaltet',
  problem: 'Mit den Einstellungen für Mitteilungen gab es ein Problem',
  blocked: 'Mitteilungen sind blockiert. Bitte erlaube sie in den Einstellungen deines Browsers.',
  noPermission: 'Mitteilungen sind nicht erlaubt',
  noToken: 'Kein Registrierungstoken verfügbar',
  notRegistered: 'Dieses Gerät konnte beim Server nicht registriert werden',
  mustLogIn: 'Für Mitteilungen musst du angemeldet sein',
  fallbackTitle: 'Neue Mitteilung',
} as const satisfies Translation['push'];
