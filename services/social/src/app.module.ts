import { Module } from '@nestjs/common';
import { PersonLimits } from '@inkling/platform';
import { BlocksRepository } from './blocks/blocks.repository.js';
import { BlocksRpcController } from './blocks/blocks-rpc.controller.js';
import { BlocksService } from './blocks/blocks.service.js';
import { MutedWordsService } from './blocks/muted-words.service.js';
import { StandingRepository } from './standing/standing.repository.js';
import { FeaturedRepository } from './featured/featured.repository.js';
import { FeaturedRpcController } from './featured/featured-rpc.controller.js';
import { FeaturedService } from './featured/featured.service.js';
import { PollProjection } from './featured/poll-projection.js';
import { FollowRecount } from './follows/follow-recount.js';
import { FollowsRepository } from './follows/follows.repository.js';
import { FollowsRpcController } from './follows/follows-rpc.controller.js';
import { FollowsService } from './follows/follows.service.js';
import { PersonalData } from './personal-data/personal-data.js';
import { ProfileDirectory } from './profiles/profile-directory.js';
import { ProfileProjection } from './profiles/profile-projection.js';
import { AccountPurge } from './purge/account-purge.js';
import { SilencedPeople } from './silence/silenced-people.js';

@Module({
  controllers: [FollowsRpcController, BlocksRpcController, FeaturedRpcController, PersonalData],
  providers: [
    PersonLimits,
    FollowsRepository,
    FollowsService,
    FollowRecount,
    BlocksRepository,
    BlocksService,
    MutedWordsService,
    StandingRepository,
    FeaturedRepository,
    FeaturedService,
    PollProjection,
    ProfileDirectory,
    ProfileProjection,
    SilencedPeople,
    AccountPurge,
  ],
})
export class AppModule {}
