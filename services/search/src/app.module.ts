import { Module } from '@nestjs/common';
import { BASE_CONFIG, Database, PersonLimits, type BaseConfig } from '@inkling/platform';
import { BlockProjection } from './blocks/block-projection.js';
import { PollDocuments } from './polls/poll-documents.js';
import { AccountPurge } from './purge/account-purge.js';
import { RebuildRpcController } from './rebuild/rebuild-rpc.controller.js';
import { IndexRebuild } from './rebuild/index-rebuild.js';
import { PersonalData } from './recent/personal-data.js';
import { RecentRpcController } from './recent/recent-rpc.controller.js';
import { RecentSearches } from './recent/recent-searches.js';
import { SearchPool } from './search/search-pool.js';
import { SearchRepository } from './search/search-repository.js';
import { SearchRpcController } from './search/search-rpc.controller.js';
import { SearchService } from './search/search.service.js';
import { Folding } from './text/folding.js';
import { SilencedPeople } from './silence/silenced-people.js';
import { TopicActivity } from './topics/topic-activity.js';
import { TopicRepository } from './topics/topic-repository.js';
import { TopicsRpcController } from './topics/topics-rpc.controller.js';
import { TrendingTopics } from './topics/trending-topics.js';
import { UserDocuments } from './users/user-documents.js';

@Module({
  controllers: [SearchRpcController, RecentRpcController, TopicsRpcController, RebuildRpcController, PersonalData],
  providers: [
    {
      provide: Folding,
      inject: [Database],
      useFactory: (database: Database) => Folding.load((text, values) => database.query({ text, values })),
    },
    UserDocuments,
    PollDocuments,
    BlockProjection,
    SearchPool,
    {
      provide: PersonLimits,
      inject: [SearchPool, BASE_CONFIG],
      useFactory: (pool: SearchPool, config: BaseConfig) => new PersonLimits(pool, config),
    },
    SearchRepository,
    SearchService,
    RecentSearches,
    TopicActivity,
    TopicRepository,
    TrendingTopics,
    SilencedPeople,
    IndexRebuild,
    AccountPurge,
  ],
})
export class AppModule {}
