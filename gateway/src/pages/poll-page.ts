const TITLE = /<title>[^<]*<\/title>\s*/i;
const DESCRIPTION = /<meta\s+name="description"[^>]*>\s*/i;
const HEAD = /<head(?:\s[^>]*)?>/i;

/**
 * Prepares the web application's page for a poll's tags, which replace its title and description. They stand where the
 * title was, because some sites that show links read only the first part of a page, and its styles are long.
 * @param page the built index.html
 * @returns undefined for a page without a head
 */
export function pollPage(page: string): ((tags: string) => string) | undefined {
  const bare = page.replace(DESCRIPTION, '');
  const head = HEAD.exec(bare);
  if (!head) return undefined;
  const title = TITLE.exec(bare);
  const start = title ? title.index : head.index + head[0].length;
  const [before, after] = [bare.slice(0, start), bare.slice(start + (title?.[0].length ?? 0))];
  return (tags) => `${before}${tags}\n${after}`;
}
