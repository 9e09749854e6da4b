import type { Translation } from '../translation';

export const confirmEmail = {
  title: 'Bestätige deine E-Mail-Adresse, um abzustimmen',
  text: 'Jede Stimme hier kommt von einer bestätigten Adresse, damit jede Person nur eine hat. Wir haben einen Link an {email} geschickt: Öffne ihn und stimme dann ab.',
  sendAgain: 'Link noch einmal senden',
  later: 'Später',
  send: 'Link senden',
  sending: 'Wird gesendet …',
  sent: 'Bestätigungslink gesendet',
  sentText: 'Du findest ihn im Postfach von {email}.',
  sendFailed: 'Der Link wurde nicht gesendet',
} as const satisfies Translation['confirmEmail'];
