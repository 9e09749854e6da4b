import { Email, LoginBody, NewPassword, SignupBody, type ErrorCode } from '@inkling/contracts';
import { ApiError } from '@inkling/platform';
import { PROBE_DOMAIN } from '../accounts/account.entity.js';

interface Issue {
  code: string;
  message: string;
  path: PropertyKey[];
}

function rejection(issues: Issue[], codeOf: (issue: Issue) => ErrorCode | undefined): ApiError {
  const [first] = issues;
  return new ApiError((first && codeOf(first)) ?? 'invalid-request', {
    ...(first && { message: first.message }),
    extra: { issues: issues.map(({ path, message }) => ({ path: path.join('.'), message })) },
  });
}

/**
 * Addresses that only `npm run admin -- make-probe` gives out: somebody who took one would keep the probe from its
 * account.
 */
const ofProbe = (email: string): boolean => email.toLowerCase().endsWith(`@${PROBE_DOMAIN}`);

/**
 * What somebody typed to sign up. Throws `auth/invalid-email`, `auth/weak-password` or `invalid-request` (spec 8,
 * Auth).
 */
export function parseSignup(input: unknown): SignupBody {
  const parsed = SignupBody.safeParse(input);
  if (parsed.success) {
    if (ofProbe(parsed.data.email)) throw new ApiError('auth/invalid-email');
    return parsed.data;
  }
  throw rejection(parsed.error.issues, ({ path: [field], code }) => {
    if (field === 'email') return 'auth/invalid-email';
    return field === 'password' && code !== 'too_big' ? 'auth/weak-password' : undefined;
  });
}

/** What somebody typed to log in. Throws `auth/invalid-email` or `invalid-request`. */
export function parseLogin(input: unknown): LoginBody {
  const parsed = LoginBody.safeParse(input);
  if (parsed.success) return parsed.data;
  throw rejection(parsed.error.issues, ({ path: [field] }) => (field === 'email' ? 'auth/invalid-email' : undefined));
}

/** An email as it came. Throws `auth/invalid-email`. */
export function parseEmail(input: unknown): string {
  const parsed = Email.safeParse(input);
  if (parsed.success) return parsed.data;
  throw rejection(parsed.error.issues, () => 'auth/invalid-email');
}

/** A password that somebody chose. Throws `auth/weak-password`, or `invalid-request` for one without end. */
export function parseNewPassword(input: unknown): string {
  const parsed = NewPassword.safeParse(input);
  if (parsed.success) return parsed.data;
  throw rejection(parsed.error.issues, ({ code }) => (code === 'too_big' ? undefined : 'auth/weak-password'));
}
