const PROTOCOLS: readonly string[] = ['http:', 'https:', 'mailto:'];

/** Where a link of an operator's text may lead: to web pages, pages of this server and mail addresses. */
export function safeAddress(href: string): string | undefined {
  try {
    const address = new URL(href, location.origin);
    return PROTOCOLS.includes(address.protocol) ? address.href : undefined;
  } catch {
    return undefined;
  }
}
