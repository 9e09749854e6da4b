import { Module } from '@nestjs/common';
import { PollActivity } from './activity/poll-activity.js';
import { ProfileProjection } from './profiles/profile-projection.js';

@Module({ providers: [PollActivity, ProfileProjection] })
export class AppModule {}
