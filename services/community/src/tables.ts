import { PersonLimitCount, PurgedUser, type TablesOf } from '@inkling/platform';
import { LogEntry } from './log/log-entry.entity.js';

export const entities = [LogEntry, PersonLimitCount, PurgedUser] as const;

/** The service's tables as Kysely knows them. */
export interface Tables extends TablesOf<(typeof entities)[number]> {}
