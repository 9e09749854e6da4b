import { Module } from '@nestjs/common';
import { ContactModule } from './contact/contact.module.js';
import { MailModule } from './mail/mail.module.js';
import { PollActivity } from './activity/poll-activity.js';
import { ProfileProjection } from './profiles/profile-projection.js';
import { PushModule } from './push/push.module.js';

@Module({ imports: [PushModule, MailModule, ContactModule], providers: [PollActivity, ProfileProjection] })
export class AppModule {}
