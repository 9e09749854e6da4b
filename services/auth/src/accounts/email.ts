/** What makes two emails the same: case does not count. Independent of the database's locale. */
export const emailKey = (email: string): string => email.normalize('NFC').toLowerCase();

/** Probes have addresses of this domain. No mail ever reaches them: the domain cannot exist (RFC 2606). */
export const PROBE_DOMAIN = 'probe.invalid';

const DOMAINS_THAT_IGNORE_DOTS = new Set(['gmail.com', 'googlemail.com']);

/**
 * Addresses with one key reach one mailbox: what follows a plus is a tag, and Gmail ignores dots. Only rate limits use
 * it; an account keeps the address as it was typed.
 */
export function mailboxKey(email: string): string {
  const key = emailKey(email);
  const at = key.lastIndexOf('@');
  const [local, domain] = [key.slice(0, at), key.slice(at + 1)];
  const untagged = local.split('+')[0] || local;
  if (!DOMAINS_THAT_IGNORE_DOTS.has(domain)) return `${untagged}@${domain}`;
  return `${untagged.replaceAll('.', '')}@gmail.com`;
}
