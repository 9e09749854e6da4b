const TITLE = /<title>[^<]*<\/title>\s*/i;
const DESCRIPTION = /<meta\s+name="description"[^>]*>\s*/i;

/**
 * The web application's page with room for one poll's tags, which replace its own title and description.
 * @param page the built index.html
 * @returns undefined for a page without a head
 */
export function pollPage(page: string): ((tags: string) => string) | undefined {
  const bare = page.replace(TITLE, '').replace(DESCRIPTION, '');
  const end = bare.toLowerCase().indexOf('</head>');
  if (end < 0) return undefined;
  const [before, after] = [bare.slice(0, end), bare.slice(end)];
  return (tags) => `${before}${tags}\n${after}`;
}
