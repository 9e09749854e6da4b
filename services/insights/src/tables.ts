import { PurgedUser, type TablesOf } from '@inkling/platform';
import { Classified, QueuedClassification } from './classification/classification.entities.js';
import { StoredDeepDive, DeepDiveLease } from './deep-dive/deep-dive.entities.js';
import { Poll } from './polls/poll.entity.js';
import { DailyCalls, NetworkQuota, UserQuota } from './provider/quota.entities.js';

export const entities = [
  Poll,
  StoredDeepDive,
  DeepDiveLease,
  UserQuota,
  NetworkQuota,
  DailyCalls,
  Classified,
  QueuedClassification,
  PurgedUser,
] as const;

/** The service's tables as Kysely knows them. */
export interface Tables extends TablesOf<(typeof entities)[number]> {}
