import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { AccountController } from './http/account.controller.js';
import { AuthController } from './http/auth.controller.js';
import { CommentsController } from './http/comments.controller.js';
import { ErrorFilter } from './http/error-filter.js';
import { FirstPageLane } from './http/first-page-lane.js';
import { FollowsController } from './http/follows.controller.js';
import { ClientAddressController } from './http/client-address.controller.js';
import { HealthController } from './http/health.controller.js';
import { InsightsController } from './http/insights.controller.js';
import { NotificationsController } from './http/notifications.controller.js';
import { PollsController } from './http/polls.controller.js';
import { ReactionsController } from './http/reactions.controller.js';
import { SearchController } from './http/search.controller.js';
import { ServerController } from './http/server.controller.js';
import { UsersController } from './http/users.controller.js';
import { Users } from './http/users.service.js';
import { Admission } from './realtime/admission.js';
import { Hub } from './realtime/hub.js';
import { RealtimeGateway } from './realtime/realtime.gateway.js';
import { SocketMetrics } from './realtime/socket-metrics.js';
import { RevokedSessions } from './session/revoked-sessions.js';
import { SessionGuard } from './session/session-guard.js';
import { Sessions } from './session/sessions.js';
import { CardPainter } from './share/card-painter.js';
import { Cards } from './share/cards.js';
import { EmbedFonts } from './share/embed-fonts.js';
import { SharePictures } from './share/share-pictures.js';
import { SharedPolls } from './share/shared-polls.js';
import { UploadsModule } from './uploads/uploads.module.js';
import { VoteLane } from './votes/vote-lane.js';
import { VotingRule } from './votes/voting-rule.js';

@Module({
  imports: [UploadsModule],
  controllers: [
    ServerController,
    AuthController,
    AccountController,
    FollowsController,
    UsersController,
    PollsController,
    ReactionsController,
    CommentsController,
    InsightsController,
    SearchController,
    NotificationsController,
    HealthController,
    ClientAddressController,
  ],
  providers: [
    Users,
    Sessions,
    RevokedSessions,
    VoteLane,
    VotingRule,
    FirstPageLane,
    Hub,
    SocketMetrics,
    Admission,
    SharedPolls,
    CardPainter,
    EmbedFonts,
    SharePictures,
    Cards,
    RealtimeGateway,
    ErrorFilter,
    { provide: APP_GUARD, useClass: SessionGuard },
    { provide: APP_FILTER, useExisting: ErrorFilter },
  ],
})
export class AppModule {}
