import type { Provider as Injectable } from '@nestjs/common';
import { BASE_CONFIG, CONFIG, Metrics, type BaseConfig } from '@inkling/platform';
import type { InsightsConfig } from './config.js';
import { DeepDiveAuthor } from './deep-dive/deep-dive-author.js';
import { DeepDiveSource, NoSource } from './deep-dive/deep-dive-source.js';
import { chosenProvider } from './provider/chosen-provider.js';
import { Provider } from './provider/provider.js';
import { Reachability } from './provider/reachability.js';
import { MediaWiki } from './wikipedia/media-wiki.js';
import { WikipediaSource } from './wikipedia/wikipedia-source.js';

/** Checks whether the chosen source is reachable. */
function reachability(config: InsightsConfig, wiki: MediaWiki): Reachability {
  const address = {
    openai: `${config.OPENAI_BASE_URL.replace(/\/+$/, '')}/models`,
    wikipedia: wiki.smallestRequest,
    off: null,
  }[chosenProvider(config)];
  return new Reachability(address, config.INSIGHTS_PROBE_MS, wiki.headers);
}

function source(config: InsightsConfig, provider: Provider, wiki: MediaWiki, reached: Reachability): DeepDiveSource {
  const chosen = chosenProvider(config);
  if (chosen === 'openai') return new DeepDiveAuthor(provider, reached, config);
  return chosen === 'wikipedia' ? new WikipediaSource(wiki, reached, config) : new NoSource();
}

/** The configured source of Deep Dives, and the check whether it is reachable. */
export const sourceProviders: Injectable[] = [
  {
    provide: MediaWiki,
    inject: [CONFIG, BASE_CONFIG, Metrics],
    useFactory: (config: InsightsConfig, base: BaseConfig, metrics: Metrics) =>
      new MediaWiki(config, base.APP_VERSION, metrics),
  },
  { provide: Reachability, inject: [CONFIG, MediaWiki], useFactory: reachability },
  { provide: DeepDiveSource, inject: [CONFIG, Provider, MediaWiki, Reachability], useFactory: source },
];
