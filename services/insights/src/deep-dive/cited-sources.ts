import { INSIGHT_SOURCES_MAX, Insights } from '@inkling/contracts';

const URL_MAX = 2_000;
const Source = Insights.shape.sources.element;

/**
 * The addresses to show as sources: http or https, without user name or password, without duplicates, in the order of
 * the citations, and at most as many as the contract allows.
 */
export function citedSources(citations: readonly string[]): string[] {
  const sources = new Set<string>();
  for (const citation of citations) {
    if (sources.size >= INSIGHT_SOURCES_MAX) break;
    const source = normalised(citation);
    if (source !== undefined) sources.add(source);
  }
  return [...sources];
}

function normalised(citation: string): string | undefined {
  if (citation.length > URL_MAX) return undefined;
  const url = URL.parse(citation.trim());
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    return undefined;
  // Providers add tracking parameters, which would make one page appear twice.
  const marks = Array.from(url.searchParams.keys()).filter((name) => name.startsWith('utm_'));
  for (const mark of marks) url.searchParams.delete(mark);
  // A fragment, often a piece of quoted text, does not make another source.
  url.hash = '';
  return url.href.length <= URL_MAX && Source.safeParse(url.href).success ? url.href : undefined;
}
