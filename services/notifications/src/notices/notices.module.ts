import { Module } from '@nestjs/common';
import { FanOutPages } from '../fan-out/fan-out-pages.js';
import { FanOutWorker } from '../fan-out/fan-out-worker.js';
import { FanOuts } from '../fan-out/fan-outs.repository.js';
import { LiveNotices } from '../live/live-notices.js';
import { PollEvents } from '../polls/poll-events.js';
import { PollProjection } from '../polls/poll-projection.js';
import { PreferencesRepository } from '../preferences/preferences.repository.js';
import { PreferencesRpcController } from '../preferences/preferences-rpc.controller.js';
import { PreferencesService } from '../preferences/preferences.service.js';
import { ProfileProjection } from '../profiles/profile-projection.js';
import { FollowNotices } from './follow-notices.js';
import { NoticeChanges } from './notice-changes.repository.js';
import { NoticeFacts } from './notice-facts.repository.js';
import { NoticeSources } from './notice-sources.js';
import { NoticeSweep } from './notice-sweep.js';
import { NoticeWorker } from './notice-worker.js';
import { NoticesRepository } from './notices.repository.js';
import { NoticesRpcController } from './notices-rpc.controller.js';
import { NoticesService } from './notices.service.js';
import { PollNotices } from './poll-notices.js';
import { PollRemoval } from './poll-removal.js';
import { UnreadCounts } from './unread-counts.repository.js';
import { VoteBatches } from './vote-batch.js';
import { VoteBatchRepository } from './vote-batch.repository.js';
import { VoteWorker } from './vote-worker.js';
import { VoterNames } from './voter-names.js';

@Module({
  controllers: [NoticesRpcController, PreferencesRpcController],
  providers: [
    ProfileProjection,
    PollProjection,
    PollEvents,
    NoticeSources,
    NoticeChanges,
    NoticeFacts,
    NoticesRepository,
    UnreadCounts,
    NoticesService,
    PreferencesRepository,
    PreferencesService,
    LiveNotices,
    NoticeWorker,
    VoteWorker,
    NoticeSweep,
    PollNotices,
    VoterNames,
    VoteBatches,
    VoteBatchRepository,
    FollowNotices,
    PollRemoval,
    FanOuts,
    FanOutPages,
    FanOutWorker,
  ],
})
export class NoticesModule {}
