import { Module } from '@nestjs/common';
import { sourceProviders } from './chosen-source.js';
import { ClassificationRepository } from './classification/classification-repository.js';
import { ClassificationWorker } from './classification/classification-worker.js';
import { LexiconClassifier } from './classification/lexicon-classifier.js';
import { ModelClassifier } from './classification/model-classifier.js';
import { Changes } from './deep-dive/changes.js';
import { DeepDiveRepository } from './deep-dive/deep-dive-repository.js';
import { DeepDiveRpcController } from './deep-dive/deep-dive-rpc.controller.js';
import { DeepDiveService } from './deep-dive/deep-dive-service.js';
import { PollLookup } from './polls/poll-lookup.js';
import { PollProjection } from './polls/poll-projection.js';
import { Provider } from './provider/provider.js';
import { PersonalData } from './provider/personal-data.js';
import { Quotas } from './provider/quotas.js';
import { AccountPurge } from './purge/account-purge.js';

@Module({
  controllers: [DeepDiveRpcController, PersonalData],
  providers: [
    PollProjection,
    PollLookup,
    Provider,
    Quotas,
    DeepDiveService,
    DeepDiveRepository,
    ...sourceProviders,
    Changes,
    ClassificationWorker,
    ClassificationRepository,
    ModelClassifier,
    LexiconClassifier,
    AccountPurge,
  ],
})
export class AppModule {}
