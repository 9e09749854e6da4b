import { Module } from '@nestjs/common';
import { ContactModule } from './contact/contact.module.js';
import { MailModule } from './mail/mail.module.js';
import { NoticesModule } from './notices/notices.module.js';
import { PushModule } from './push/push.module.js';

@Module({ imports: [NoticesModule, PushModule, MailModule, ContactModule] })
export class AppModule {}
