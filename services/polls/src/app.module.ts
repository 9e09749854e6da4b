import { Module } from '@nestjs/common';
import { PersonLimits } from '@inkling/platform';
import { AskingRule } from './asking/asking-rule.js';
import { AuthorProjection } from './authors/author-projection.js';
import { CommentSwitch } from './comments/comment-switch.js';
import { CommentsRepository } from './comments/comments.repository.js';
import { CommentsService } from './comments/comments.service.js';
import { Mentions } from './comments/mentions.js';
import { RecountService } from './counts/recount.service.js';
import { EarlyEnd } from './ends/early-end.js';
import { EndAnnouncer } from './ends/end-announcer.js';
import { FeedCache } from './feed/feed-cache.js';
import { FeedRepository } from './feed/feed.repository.js';
import { FilteredFeed } from './feed/filtered-feed.js';
import { FeedService } from './feed/feed.service.js';
import { ViewerFieldsLookup } from './feed/viewer-fields.js';
import { HiddenUsers } from './hidden/hidden-users.js';
import { LikesService } from './likes/likes.service.js';
import { PollLimits } from './limits/poll-limits.js';
import { UploadCounts } from './limits/upload-counts.js';
import { LiveTallies } from './live/live-tallies.js';
import { WatchService } from './live/watch.service.js';
import { ModerationViews } from './moderation/moderation-views.js';
import { PersonalData } from './personal-data/personal-data.js';
import { PollDeletion } from './polls/poll-deletion.js';
import { PollEvents } from './polls/poll-events.js';
import { PollExport } from './polls/poll-export.js';
import { KnownPolls } from './poll-text/known-polls.js';
import { PollsRepository } from './polls/polls.repository.js';
import { PollsService } from './polls/polls.service.js';
import { AccountPurge } from './purge/account-purge.js';
import { CandidatePool } from './recommendations/candidate-pool.js';
import { ChosenTopics } from './recommendations/chosen-topics.js';
import { Recommendations } from './recommendations/recommendations.js';
import { TasteRepository } from './recommendations/taste.repository.js';
import { ResultsService } from './results/results.service.js';
import { ReminderRetention } from './reminders/reminder-retention.js';
import { RemindersService } from './reminders/reminders.service.js';
import { SavesService } from './saves/saves.service.js';
import { PollViews } from './views/poll-views.js';
import { StatisticsService } from './statistics/statistics.service.js';
import { VoteHours } from './statistics/vote-hours.js';
import { SealedCounts } from './sealed/sealed-counts.js';
import { AuthorAudiences } from './followers/author-audiences.js';
import { UnseenPolls } from './audience/unseen-polls.js';
import { CommentModeration } from './moderation/comment-moderation.js';
import { ModerationEvents } from './moderation/moderation-events.js';
import { PollModeration } from './moderation/poll-moderation.js';
import { PollActivity } from './trending/poll-activity.js';
import { TrendingService } from './trending/trending.service.js';
import { VotersService } from './voters/voters.service.js';
import { AbstentionsService } from './votes/abstentions.service.js';
import { VotePartitions } from './votes/vote-partitions.js';
import { VotesRepository } from './votes/votes.repository.js';
import { VotesService } from './votes/votes.service.js';

@Module({
  // Their `@Rpc` methods answer calls.
  controllers: [
    PollsService,
    PollExport,
    PersonalData,
    ModerationViews,
    FeedService,
    VotesService,
    AbstentionsService,
    EarlyEnd,
    VotersService,
    ResultsService,
    StatisticsService,
    LikesService,
    SavesService,
    RemindersService,
    CommentSwitch,
    CommentsService,
    ChosenTopics,
    TrendingService,
    WatchService,
    RecountService,
    UploadCounts,
  ],
  providers: [
    PersonLimits,
    PollLimits,
    AuthorProjection,
    AskingRule,
    PollsRepository,
    PollDeletion,
    PollEvents,
    EndAnnouncer,
    SealedCounts,
    VotePartitions,
    ReminderRetention,
    PollViews,
    VoteHours,
    KnownPolls,
    FeedRepository,
    FilteredFeed,
    HiddenUsers,
    AuthorAudiences,
    UnseenPolls,
    FeedCache,
    ViewerFieldsLookup,
    CandidatePool,
    TasteRepository,
    Recommendations,
    VotesRepository,
    CommentsRepository,
    Mentions,
    PollActivity,
    LiveTallies,
    AccountPurge,
    ModerationEvents,
    PollModeration,
    CommentModeration,
  ],
})
export class AppModule {}
