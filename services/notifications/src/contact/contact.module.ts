import { Module } from '@nestjs/common';
import { ProofsOfWork } from '@inkling/platform';
import { MailModule } from '../mail/mail.module.js';
import { ContactRepository } from './contact.repository.js';
import { ContactRpcController } from './contact-rpc.controller.js';
import { ContactService } from './contact.service.js';

@Module({
  imports: [MailModule],
  controllers: [ContactRpcController],
  providers: [ContactRepository, ContactService, ProofsOfWork],
})
export class ContactModule {}
