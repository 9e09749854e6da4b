import type { Translation } from '../translation';

export const changeEmail = {
  change: 'E-Mail-Adresse ändern',
  newEmail: 'Neue E-Mail-Adresse',
  hint: 'Sie bekommt einen Link. Deine Adresse ändert sich, wenn du ihn öffnest und bestätigst.',
  send: 'Link senden',
  sending: 'Wird gesendet …',
  sent: 'Such nach dem Link',
  sentText:
    'Wenn {email} verwendet werden kann, ist ein Link dorthin unterwegs. Bis du bestätigst, ändert sich nichts.',
} as const satisfies Translation['changeEmail'];
