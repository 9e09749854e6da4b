import type { Translation } from '../translation';

export const proof = {
  title: 'Bist du es?',
  text: 'Was du vorhast, schützt dein Konto. Darum fragen wir zuerst nach deinem Passwort, und danach eine Weile nicht mehr.',
  noWay: 'Melde dich dafür ab und wieder an.',
  confirm: 'Bestätigen',
  confirming: 'Wird bestätigt …',
  passkeyText:
    'Was du vorhast, schützt dein Konto. Darum fragen wir zuerst nach deinem Passkey, und danach eine Weile nicht mehr.',
  passkey: 'Passkey verwenden',
  google: 'Mit Google bestätigen',
  empty: 'Bitte gib dein Passwort ein.',
  wrongPassword: 'Das ist nicht dein Passwort.',
  otherPerson: 'Das ist nicht das Konto, mit dem du hier angemeldet bist.',
  failed: 'Das ließ sich nicht bestätigen. Bitte versuche es noch einmal.',
} as const satisfies Translation['proof'];
