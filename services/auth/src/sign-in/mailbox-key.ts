import { emailKey } from '../accounts/account.entity.js';

const DOTS_DO_NOT_COUNT = new Set(['gmail.com', 'googlemail.com']);

/**
 * Addresses with one key reach one mailbox: what follows a plus is a tag, and Gmail ignores dots. For limits alone: an
 * account's address stays as it was typed.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf('@');
  const [local, domain] = [key.slice(0, at), key.slice(at + 1)];
  const untagged = local.split('+')[0] || local;
  if (!DOTS_DO_NOT_COUNT.has(domain)) return `${untagged}@${domain}`;
  return `${untagged.replaceAll('.', '')}@gmail.com`;
}
