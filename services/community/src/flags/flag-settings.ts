import { Injectable } from '@nestjs/common';
import type { Transaction } from '@inkling/platform';
import { SettingsService } from '../settings/settings.service.js';
import type { Tables } from '../tables.js';
import type { FlagLists } from './text-flags.js';

/** The lists of words and domains of the instance. */
@Injectable()
export class FlagSettings {
  constructor(private readonly settings: SettingsService) {}

  async lists(tx: Transaction<Tables>): Promise<FlagLists> {
    const { settings } = await this.settings.read(tx);
    return { words: settings.flagWords, domains: settings.flagDomains };
  }
}
