import type { Translation } from '../translation';

export const invite = {
  title: 'Freunde einladen',
  subtext: 'Zu mehreren machen Umfragen mehr Spaß: Hol deine Leute dazu!',
  engage: 'Mit Freunden austauschen',
  discover: 'Neue Umfragen entdecken',
  community: 'Gemeinschaft aufbauen',
  link: 'Link zum Teilen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyMessage: 'Nachricht kopieren',
  message: 'Ich bin bei Inkling. Da kann man alles fragen und sehen, was andere denken. Mach mit: {link}',
  shareNow: 'Jetzt teilen',
  linkCopied: 'Link kopiert!',
  failedToCopy: 'Kopieren hat nicht geklappt',
  messageCopied: 'Nachricht kopiert!',
  sharingNotSupported: 'Teilen wird hier nicht unterstützt',
  sharedSuccessfully: 'Geteilt!',
} as const satisfies Translation['invite'];
