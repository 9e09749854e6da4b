import { PersonLimitCount, PurgedUser, type TablesOf } from '@inkling/platform';
import { Block, Mute, MutedWordList } from './blocks/block.entities.js';
import { Poll, PollAuthor } from './featured/poll.entities.js';
import { Follow, FollowCount } from './follows/follow.entities.js';
import { Profile } from './profiles/profile.entity.js';
import { SilencedPerson } from './silence/silenced-person.entity.js';

export const entities = [
  Follow,
  FollowCount,
  Block,
  Mute,
  MutedWordList,
  Poll,
  PollAuthor,
  Profile,
  SilencedPerson,
  PersonLimitCount,
  PurgedUser,
] as const;

/** The service's tables as Kysely knows them. */
export interface Tables extends TablesOf<(typeof entities)[number]> {}
