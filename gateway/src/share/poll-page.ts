const TITLE = /<title>[^<]*<\/title>\s*/i;
const DESCRIPTION = /<meta\s+name="description"[^>]*>\s*/i;
const HEAD = /<head(?:\s[^>]*)?>/i;

/**
 * The web application's page with room for one poll's tags, which replace its own title and description. They stand where
 * the title was: some sites that show links read only the first part of a page, and its styles are long.
 * @param page the built index.html
 * @returns undefined for a page without a head
 */
export function pollPage(page: string): ((tags: string) => string) | undefined {
  const head = HEAD.exec(page);
  if (!head) return undefined;
  const title = TITLE.exec(page);
  const place = title ? title.index : head.index + head[0].length;
  const [before, after] = [page.slice(0, place), page.slice(place).replace(TITLE, '').replace(DESCRIPTION, '')];
  return (tags) => `${before.replace(DESCRIPTION, '')}${tags}\n${after}`;
}
