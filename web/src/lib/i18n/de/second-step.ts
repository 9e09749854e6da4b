import type { Translation } from '../translation';

export const secondStep = {
  title: 'Noch ein Schritt',
  text: 'Gib die sechs Ziffern ein, die deine Authenticator-App für Inkling zeigt.',
  code: 'Sechs Ziffern',
  six: 'Der Code hat sechs Ziffern.',
  wrong: 'Dieser Code stimmt nicht oder wurde schon benutzt. Die App zeigt alle 30 Sekunden einen neuen.',
  useRecovery: 'Wiederherstellungscode benutzen',
  recoveryText: 'Gib einen der Wiederherstellungscodes ein, die du aufgehoben hast. Jeder gilt einmal.',
  recoveryCode: 'Wiederherstellungscode',
  empty: 'Bitte gib einen Wiederherstellungscode ein.',
  useCode: 'Doch die App benutzen',
  checking: 'Wird geprüft …',
} as const satisfies Translation['secondStep'];
