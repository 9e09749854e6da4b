/** A source of a Deep Dive, ready to link. */
export interface Source {
  url: string;
  /** Host without `www.`. */
  host: string;
}

/** The sources that can be linked: http and https only, each once. */
export function sourcesOf(urls: readonly string[]): Source[] {
  const sources = new Map<string, Source>();
  for (const text of urls) {
    if (!URL.canParse(text)) continue;
    const { protocol, host, href } = new URL(text);
    if (protocol === 'http:' || protocol === 'https:')
      sources.set(href, { url: href, host: host.replace(/^www\./, '') });
  }
  return [...sources.values()];
}
