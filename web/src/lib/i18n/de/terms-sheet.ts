import type { Translation } from '../translation';

export const termsSheet = {
  title: 'Unsere Nutzungsbedingungen',
  changed: 'Die Nutzungsbedingungen haben sich geändert',
  version: 'Version {version}, {day}',
  read: 'Nutzungsbedingungen lesen',
  accept: 'Ich nehme sie an',
  else: 'Nichts für dich?',
  leave: 'Daten mitnehmen oder Konto löschen',
  failed: 'Das wurde nicht gespeichert',
} satisfies Translation['termsSheet'];
