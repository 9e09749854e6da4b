import { Module } from '@nestjs/common';
import { AuthorProjection } from './authors/author-projection.js';
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
import { PollRepository } from './polls/poll-repository.js';
import { PollRpcController } from './polls/poll-rpc.controller.js';
import { PollService } from './polls/poll-service.js';
import { SaveRpcController } from './saves/save-rpc.controller.js';
import { SaveService } from './saves/save-service.js';
import { ActivityRecorder } from './trending/activity-recorder.js';
import { TrendingRepository } from './trending/trending-repository.js';
import { TrendingRpcController } from './trending/trending-rpc.controller.js';
import { TrendingService } from './trending/trending-service.js';
import { VoteRepository } from './votes/vote-repository.js';
import { VoteRpcController } from './votes/vote-rpc.controller.js';
import { VoteService } from './votes/vote-service.js';

@Module({
  controllers: [PollRpcController, FeedRpcController, VoteRpcController, LikeRpcController, SaveRpcController, TrendingRpcController, WatchRpcController],
  providers: [
    AuthorProjection,
    PollService,
    PollRepository,
    FeedService,
    FeedRepository,
    FeedCache,
    ViewerFlagsLookup,
    VoteService,
    VoteRepository,
    LikeService,
    LikeRepository,
    SaveService,
    TrendingService,
    TrendingRepository,
    ActivityRecorder,
    LiveTallies,
    WatchService,
  ],
})
export class AppModule {}
