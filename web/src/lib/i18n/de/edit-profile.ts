import type { Translation } from '../translation';

export const editProfile = {
  title: 'Profil bearbeiten',
  back: 'Zurück',
  save: 'Änderungen speichern',
  saving: 'Wird gespeichert …',
  cancel: 'Abbrechen',
  failed: 'Nicht gespeichert',
  failedText: 'Beim Speichern deines Profils ist ein Fehler aufgetreten. Bitte versuche es noch einmal.',
} as const satisfies Translation['editProfile'];
