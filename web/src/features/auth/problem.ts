import { PASSWORD_MIN } from '@inkling/contracts/constants';
import { t, type MessageKey } from '../../lib/i18n';

export type AuthMode = 'login' | 'signup';

/** Why a login or signup failed, as the form shows it. */
export interface AuthProblem {
  /** Toast. */
  title: string;
  description: string;
  /** Under the field, or under the form when no field is to blame. */
  inline: string;
  field: 'email' | 'password' | 'name' | null;
  /** The mode that the form changes to. */
  switchTo?: AuthMode;
  /** The advice is to continue with Google, whose button is highlighted. */
  google?: boolean;
}

export const titleOf = (mode: AuthMode) => t(mode === 'login' ? 'auth.loginFailed' : 'auth.signupFailed');

/** The same sentence in the toast and in the form. */
export const plain = (
  mode: AuthMode,
  text: string,
  field: AuthProblem['field'] = null,
  switchTo?: AuthMode,
): AuthProblem => ({
  title: titleOf(mode),
  description: text,
  inline: text,
  field,
  switchTo,
});

/** The button's label; with a waiting vote it says that the vote is sent along. */
export function submitLabel(mode: AuthMode, voting: boolean): MessageKey {
  if (voting) return mode === 'signup' ? 'auth.signupAndVote' : 'auth.loginAndVote';
  return mode === 'signup' ? 'auth.signup' : 'auth.login';
}

/** A required field is empty. */
export const missing = (field: NonNullable<AuthProblem['field']>): AuthProblem => ({
  title: t('auth.missingTitle'),
  description: t('auth.missingText'),
  inline: t('auth.missingText'),
  field,
});

/** What is wrong with the two fields before anything is sent, or null. */
export function checkFields(
  mode: AuthMode,
  email: string,
  password: string,
  emailIsValid: boolean,
): AuthProblem | null {
  if (email.trim() === '' || password === '') return missing(email.trim() === '' ? 'email' : 'password');
  if (!emailIsValid) return plain(mode, t('auth.invalidEmail'), 'email');
  if (mode === 'signup' && password.length < PASSWORD_MIN) return plain(mode, t('auth.weakPassword'), 'password');
  return null;
}
