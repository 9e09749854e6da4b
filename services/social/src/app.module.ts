import { Module } from '@nestjs/common';
import { FollowsRepository } from './follows/follows.repository.js';
import { FollowsRpcController } from './follows/follows-rpc.controller.js';
import { ProfileProjection } from './profiles/profile-projection.js';

@Module({
  controllers: [FollowsRpcController],
  providers: [FollowsRepository, ProfileProjection],
})
export class AppModule {}
