import { ApiError } from '@inkling/platform';

/** Throws `email-domain-blocked` for an address at one of these domains, or at one below them. */
export function assertDomainAllowed(email: string, blocked: readonly string[]): void {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (blocked.some((one) => domain === one || domain.endsWith(`.${one}`))) throw new ApiError('email-domain-blocked');
}
