import {
  PersonLimitCount,
  PurgedUser,
  AudienceFollow,
  RestrictedAuthor,
  StoredSettings,
  type TablesOf,
} from '@inkling/platform';
import { Author } from './authors/author.entity.js';
import { Comment } from './comments/comment.entity.js';
import { HiddenUser, ViewerFilter } from './hidden/hidden.entities.js';
import { Like } from './likes/like.entity.js';
import { DueEnd, Poll, PollCounter } from './polls/poll.entities.js';
import { ChosenTopic } from './recommendations/chosen-topic.entity.js';
import { Reminder } from './reminders/reminder.entity.js';
import { Save } from './saves/save.entity.js';
import { ModeratedComment, ModeratedCounter } from './moderation/moderation.entities.js';
import { PollStatisticsRow } from './statistics/statistics.entities.js';
import { PollActivityScore } from './trending/poll-activity.entity.js';
import { BallotCount, BallotOrder, SealedChange, Vote, VoterDraw } from './votes/vote.entities.js';

export const entities = [
  Author,
  Poll,
  PollCounter,
  ModeratedCounter,
  ModeratedComment,
  DueEnd,
  Vote,
  VoterDraw,
  BallotCount,
  BallotOrder,
  SealedChange,
  Like,
  Save,
  Reminder,
  Comment,
  PollActivityScore,
  PollStatisticsRow,
  ChosenTopic,
  HiddenUser,
  ViewerFilter,
  PersonLimitCount,
  StoredSettings,
  RestrictedAuthor,
  AudienceFollow,
  PurgedUser,
] as const;

/** The service's tables as Kysely knows them. */
export interface Tables extends TablesOf<(typeof entities)[number]> {}
