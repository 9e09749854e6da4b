import { Module } from '@nestjs/common';
import { CONFIG } from '@inkling/platform';
import type { NotificationsConfig } from '../config.js';
import { PushQueueRepository } from './push-queue.repository.js';
import { PushRpcController } from './push-rpc.controller.js';
import { PUSH_SENDERS } from './push-sender.js';
import { openSenders } from './push-senders.js';
import { PushTokensRepository } from './push-tokens.repository.js';
import { PushTokensService } from './push-tokens.service.js';
import { PushWorker } from './push-worker.js';

@Module({
  controllers: [PushRpcController],
  providers: [
    { provide: PUSH_SENDERS, useFactory: (config: NotificationsConfig) => openSenders(config), inject: [CONFIG] },
    PushTokensRepository,
    PushTokensService,
    PushQueueRepository,
    PushWorker,
  ],
})
export class PushModule {}
