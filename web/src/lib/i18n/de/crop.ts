import type { Translation } from '../translation';

export const crop = {
  change: 'Bild ändern',
  add: 'Bild hinzufügen',
  title: 'Bild zuschneiden',
  area: 'Bild, mit den Pfeiltasten verschieben',
  zoom: 'Zoom',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  cancel: 'Abbrechen',
  apply: 'Übernehmen',
  applying: 'Wird übernommen …',
  error: 'Fehler',
  failed: 'Das Bild konnte nicht verarbeitet werden. Bitte versuche es noch einmal.',
  notPicture: 'Wähle ein Bild im Format JPG, PNG, GIF oder WebP.',
  tooLarge: 'Das Bild ist größer als 25 MB.',
} as const satisfies Translation['crop'];
