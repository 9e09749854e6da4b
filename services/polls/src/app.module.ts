import { Module } from '@nestjs/common';
import { AuthorProjection } from './authors/author-projection.js';
import { PollClassification } from './classification/poll-classification.js';
import { CommentRepository } from './comments/comment-repository.js';
import { MentionsRepository } from './comments/mentions.repository.js';
import { CommentRpcController } from './comments/comment-rpc.controller.js';
import { CommentService } from './comments/comment-service.js';
import { RecountRepository } from './counts/recount-repository.js';
import { RecountRpcController } from './counts/recount-rpc.controller.js';
import { RecountService } from './counts/recount-service.js';
import { EndAnnouncer } from './ends/end-announcer.js';
import { FeedCache } from './feed/feed-cache.js';
import { FeedRepository } from './feed/feed-repository.js';
import { FeedRpcController } from './feed/feed-rpc.controller.js';
import { FeedService } from './feed/feed-service.js';
import { ViewerFlagsLookup } from './feed/viewer-flags.js';
import { LikeRepository } from './likes/like-repository.js';
import { LikeRpcController } from './likes/like-rpc.controller.js';
import { LikeService } from './likes/like-service.js';
import { LiveTallies } from './live/live-tallies.js';
import { WatchRpcController } from './live/watch-rpc.controller.js';
import { WatchService } from './live/watch-service.js';
import { PollExport, PollExportRpcController } from './polls/poll-export.js';
import { PollRepository } from './polls/poll-repository.js';
import { PollRpcController } from './polls/poll-rpc.controller.js';
import { PollService } from './polls/poll-service.js';
import { CandidatePool } from './recommendations/candidate-pool.js';
import { ChosenTopics } from './recommendations/chosen-topics.js';
import { Recommendations } from './recommendations/recommendations.js';
import { TasteRepository } from './recommendations/taste-repository.js';
import { TasteRpcController } from './recommendations/taste-rpc.controller.js';
import { SaveRpcController } from './saves/save-rpc.controller.js';
import { SaveService } from './saves/save-service.js';
import { ActivityRecorder } from './trending/activity-recorder.js';
import { TrendingRepository } from './trending/trending-repository.js';
import { TrendingRpcController } from './trending/trending-rpc.controller.js';
import { TrendingService } from './trending/trending-service.js';
import { VoteRepository } from './votes/vote-repository.js';
import { VoteRpcController } from './votes/vote-rpc.controller.js';
import { VoteService } from './votes/vote-service.js';
import { VoterRepository } from './voters/voter-repository.js';
import { VoterRpcController } from './voters/voter-rpc.controller.js';

@Module({
  controllers: [
    PollRpcController,
    PollExportRpcController,
    FeedRpcController,
    VoteRpcController,
    VoterRpcController,
    LikeRpcController,
    SaveRpcController,
    CommentRpcController,
    TasteRpcController,
    TrendingRpcController,
    WatchRpcController,
    RecountRpcController,
  ],
  providers: [
    AuthorProjection,
    PollService,
    PollRepository,
    PollExport,
    PollClassification,
    EndAnnouncer,
    FeedService,
    FeedRepository,
    FeedCache,
    ViewerFlagsLookup,
    CandidatePool,
    TasteRepository,
    Recommendations,
    ChosenTopics,
    VoteService,
    VoteRepository,
    VoterRepository,
    LikeService,
    LikeRepository,
    SaveService,
    CommentService,
    CommentRepository,
    MentionsRepository,
    TrendingService,
    TrendingRepository,
    ActivityRecorder,
    LiveTallies,
    WatchService,
    RecountService,
    RecountRepository,
  ],
})
export class AppModule {}
