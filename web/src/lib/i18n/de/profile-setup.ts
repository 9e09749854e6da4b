import type { Translation } from '../translation';

export const profileSetup = {
  title: 'Dein Profil',
  lede: 'So sehen dich andere bei deinen Umfragen.',
  submit: 'Profil fertigstellen',
  submitting: 'Wird gespeichert …',
  logout: 'Abmelden',
  failedTitle: 'Profil nicht erstellt',
  failedText: 'Beim Erstellen deines Profils ist ein Fehler aufgetreten. Bitte versuche es noch einmal.',
} as const satisfies Translation['profileSetup'];
