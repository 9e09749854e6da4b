import { Module } from '@nestjs/common';
import { PollProjection } from './polls/poll-projection.js';

@Module({ providers: [PollProjection] })
export class AppModule {}
