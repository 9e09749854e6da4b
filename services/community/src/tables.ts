import { PersonLimitCount, PurgedUser, type TablesOf } from '@inkling/platform';
import { Case, CaseFlag } from './cases/case.entities.js';
import { FlagWindow } from './flags/flag-window.entity.js';
import { LogEntry } from './log/log-entry.entity.js';
import { DailyFigure } from './overview/daily-figure.entity.js';
import { Report } from './reports/report.entity.js';

export const entities = [
  Report,
  Case,
  CaseFlag,
  FlagWindow,
  LogEntry,
  DailyFigure,
  PersonLimitCount,
  PurgedUser,
] as const;

/** The service's tables as Kysely knows them. */
export interface Tables extends TablesOf<(typeof entities)[number]> {}
