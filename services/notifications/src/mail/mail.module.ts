import { Module } from '@nestjs/common';
import { CONFIG } from '@inkling/platform';
import type { NotificationsConfig } from '../config.js';
import { MailQueueRepository } from './mail-queue.repository.js';
import { MailRpcController } from './mail-rpc.controller.js';
import { MailService } from './mail.service.js';
import { MAILER, openMailer } from './mailer.js';

@Module({
  controllers: [MailRpcController],
  providers: [
    { provide: MAILER, useFactory: (config: NotificationsConfig) => openMailer(config), inject: [CONFIG] },
    MailQueueRepository,
    MailService,
  ],
  exports: [MailService],
})
export class MailModule {}
