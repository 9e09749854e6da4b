import { Injectable } from '@nestjs/common';
import type { Transaction } from '@inkling/platform';
import type { Tables } from '../tables.js';
import type { FlagLists } from './text-flags.js';

/** The lists of words and domains of the instance. */
@Injectable()
export class FlagSettings {
  lists(_tx: Transaction<Tables>): Promise<FlagLists> {
    return Promise.resolve({ words: [], domains: [] });
  }
}
