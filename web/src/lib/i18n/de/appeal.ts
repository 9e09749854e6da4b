import type { Translation } from '../translation';

export const appeal = {
  title: 'Einspruch erheben',
  text: 'Ihn liest jemand, der vorher nicht entschieden hat, wenn es so jemanden gibt. Die Antwort ist endgültig.',
  words: 'Warum soll neu entschieden werden?',
  count: '{used} von {most}',
  send: 'Einspruch senden',
  sending: 'Wird gesendet …',
  notNow: 'Nicht jetzt',
  needed: 'Sag in ein paar Worten, warum.',
  tooLong: 'Der Text ist zu lang.',
  sent: 'Dein Einspruch ist gesendet',
  sentText: 'Die Antwort kommt als Mitteilung.',
  failed: 'Der Einspruch konnte nicht gesendet werden',
} as const satisfies Translation['appeal'];
