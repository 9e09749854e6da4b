import {
  Block,
  Mute,
  PersonLimitCount,
  PurgedUser,
  AudienceFollow,
  RestrictedAuthor,
  type TablesOf,
} from '@inkling/platform';
import { PollDocument } from './polls/poll-document.entity.js';
import { RecentSearch } from './recent/recent-search.entity.js';
import { TopicScore } from './topics/topic-score.entity.js';
import { UserDocument } from './users/user-document.entity.js';
import { Word } from './vocabulary/word.entity.js';

export const entities = [
  PollDocument,
  UserDocument,
  Word,
  RecentSearch,
  TopicScore,
  PersonLimitCount,
  Block,
  Mute,
  RestrictedAuthor,
  AudienceFollow,
  PurgedUser,
] as const;

/** The service's tables as Kysely knows them. */
export interface Tables extends TablesOf<(typeof entities)[number]> {}
