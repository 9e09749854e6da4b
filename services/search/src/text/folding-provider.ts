import type { FactoryProvider } from '@nestjs/common';
import { Database } from '@inkling/platform';
import { Folding } from './folding.js';

/** Folding with the database's own rules, read once at the start. */
export const FOLDING: FactoryProvider<Folding> = {
  provide: Folding,
  inject: [Database],
  useFactory: (database: Database) => Folding.load((text, values) => database.query({ text, values })),
};
