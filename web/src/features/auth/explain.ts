import { ApiFailure, messageOf } from '../../lib/api';
import { t, type MessageKey } from '../../lib/i18n';
import { EmailInUse } from './api/signup';
import { codeOf } from './code-of';
import { plain, titleOf, type AuthMode, type AuthProblem } from './problem';

interface Known {
  message: MessageKey;
  hint?: MessageKey;
  field: AuthProblem['field'];
  switchTo?: AuthMode;
}

const KNOWN: Record<string, Known> = {
  'auth/invalid-email': { message: 'auth.invalidEmail', field: 'email' },
  'auth/weak-password': { message: 'auth.weakPassword', field: 'password' },
  // The Firebase project may ask for more than this server does.
  'auth/password-does-not-meet-requirements': { message: 'auth.weakPassword', field: 'password' },
  'auth/wrong-password': { message: 'auth.wrongPassword', field: 'password' },
  'auth/user-not-found': {
    message: 'auth.userNotFound',
    hint: 'auth.userNotFoundHint',
    field: 'email',
    switchTo: 'signup',
  },
  'auth/too-many-requests': { message: 'auth.tooMany', field: null },
  'auth/email-already-in-use': {
    message: 'auth.duplicate',
    hint: 'auth.duplicateHint',
    field: 'email',
    switchTo: 'login',
  },
  'auth/invalid-credential': { message: 'auth.invalidCredential', hint: 'auth.invalidCredentialHint', field: null },
  'auth/user-disabled': { message: 'auth.disabled', field: null },
  'auth/network-request-failed': { message: 'auth.googleUnreachable', field: null },
};

/**
 * The sentences for a failure. `google` says whether this server has Google sign-in; without it no account can belong
 * to Google, so that advice is left out.
 */
export function explain(error: unknown, mode: AuthMode, google: boolean): AuthProblem {
  if (error instanceof EmailInUse) {
    if (google && error.loginCode === 'auth/invalid-credential')
      return {
        ...plain(mode, t('auth.googleOnly')),
        inline: `${t('auth.googleAccount')} ${t('auth.invalidCredentialHint')}`,
        google,
      };
    const inline = `${t('auth.duplicate')} ${t('auth.duplicateHint')}`;
    return { title: titleOf(mode), description: t('auth.emailInUse'), inline, field: 'email', switchTo: 'login' };
  }
  const code = codeOf(error);
  const known = KNOWN[code];
  if (known) {
    const hint = known.hint && (google || code !== 'auth/invalid-credential') ? ` ${t(known.hint)}` : '';
    const advice = google && code === 'auth/invalid-credential';
    return { ...plain(mode, t(known.message) + hint, known.field, known.switchTo), ...(advice && { google }) };
  }
  if (!(error instanceof ApiFailure)) return plain(mode, t('auth.failed'));
  if (/already registered|unique.*email|email.*unique/i.test(error.message))
    return plain(mode, t('auth.alreadyRegistered'), 'email', 'login');
  return plain(mode, messageOf(error, t('auth.failed')));
}
