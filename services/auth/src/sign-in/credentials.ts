import { Email, LoginBody, NewPassword, SignupBody, type ErrorCode } from '@inkling/contracts';
import { ApiError } from '@inkling/platform';
import { PROBE_DOMAIN } from '../accounts/email.js';

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
 * Only `npm run admin -- make-probe` gives out these addresses. A person who signed up with one would block the probe.
 */
const isProbeAddress = (email: string): boolean => email.toLowerCase().endsWith(`@${PROBE_DOMAIN}`);

/** The body of a sign-up. Throws `auth/invalid-email`, `auth/weak-password` or `invalid-request`. */
export function parseSignup(input: unknown): SignupBody {
  const parsed = SignupBody.safeParse(input);
  if (parsed.success) {
    if (isProbeAddress(parsed.data.email)) throw new ApiError('auth/invalid-email');
    return parsed.data;
  }
  throw rejection(parsed.error.issues, ({ path: [field], code }) => {
    if (field === 'email') return 'auth/invalid-email';
    return field === 'password' && code !== 'too_big' ? 'auth/weak-password' : undefined;
  });
}

/** The body of a log-in. Throws `auth/invalid-email` or `invalid-request`. */
export function parseLogin(input: unknown): LoginBody {
  const parsed = LoginBody.safeParse(input);
  if (parsed.success) return parsed.data;
  throw rejection(parsed.error.issues, ({ path: [field] }) => (field === 'email' ? 'auth/invalid-email' : undefined));
}

/** The email in a request. Throws `auth/invalid-email`. */
export function parseEmail(input: unknown): string {
  const parsed = Email.safeParse(input);
  if (parsed.success) return parsed.data;
  throw rejection(parsed.error.issues, () => 'auth/invalid-email');
}

/** An address that an account is to have. Throws `auth/invalid-email`. */
export function parseNewEmail(input: unknown): string {
  const email = parseEmail(input);
  if (isProbeAddress(email)) throw new ApiError('auth/invalid-email');
  return email;
}

/** A newly chosen password. Throws `auth/weak-password`, or `invalid-request` if it is too long. */
export function parseNewPassword(input: unknown): string {
  const parsed = NewPassword.safeParse(input);
  if (parsed.success) return parsed.data;
  throw rejection(parsed.error.issues, ({ code }) => (code === 'too_big' ? undefined : 'auth/weak-password'));
}
