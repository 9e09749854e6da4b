import { Injectable } from '@nestjs/common';
import type { Transaction } from '@inkling/platform';
import { SettingsService } from '../settings/settings.service.js';
import type { Tables } from '../tables.js';
import { textMatcher, type TextMatcher } from './text-flags.js';

/** The lists of words and domains of the instance, prepared once for each version of the settings. */
@Injectable()
export class FlagSettings {
  #prepared: { readonly version: number; readonly matcher: TextMatcher } | undefined;

  constructor(private readonly settings: SettingsService) {}

  async matcher(tx: Transaction<Tables>): Promise<TextMatcher> {
    const { version, settings } = await this.settings.read(tx);
    if (this.#prepared?.version !== version) {
      const matcher = textMatcher({ words: settings.flagWords, domains: settings.flagDomains });
      this.#prepared = { version, matcher };
    }
    return this.#prepared.matcher;
  }
}
