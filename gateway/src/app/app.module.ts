import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { AccountController } from '../api/account.controller.js';
import { AdmissionController } from '../api/admission.controller.js';
import { AuthController } from '../api/auth.controller.js';
import { BlocksController } from '../api/blocks.controller.js';
import { CommentsController } from '../api/comments.controller.js';
import { ExportsController } from '../api/exports.controller.js';
import { ExportMaker } from '../exports/export-maker.js';
import { ExportWorker } from '../exports/export-worker.js';
import { ErrorFilter } from '../http/error-filter.js';
import { RefusedAgain } from '../http/refused-again.js';
import { Instance } from '../instance/instance.js';
import { FirstPageReader } from '../feed/first-page.js';
import { EmailChangeController } from '../api/email-change.controller.js';
import { FollowsController } from '../api/follows.controller.js';
import { HealthController } from './health.controller.js';
import { ActsController } from '../api/acts.controller.js';
import { AdminHealthController } from '../api/admin-health.controller.js';
import { CasesController } from '../api/cases.controller.js';
import { InstanceAdminController } from '../api/instance-admin.controller.js';
import { InstanceController } from '../api/instance.controller.js';
import { InsightsController } from '../api/insights.controller.js';
import { NotificationsController } from '../api/notifications.controller.js';
import { PasskeysController } from '../api/passkeys.controller.js';
import { PeopleController } from '../api/people.controller.js';
import { PollsController } from '../api/polls.controller.js';
import { ResultPictures } from '../results/result-pictures.js';
import { ResultsController } from '../api/results.controller.js';
import { ReactionsController } from '../api/reactions.controller.js';
import { ReportsController } from '../api/reports.controller.js';
import { SearchController } from '../api/search.controller.js';
import { SecurityController } from '../api/security.controller.js';
import { ServerController } from '../api/server.controller.js';
import { UsersController } from '../api/users.controller.js';
import { Users } from '../api/users.service.js';
import { Admission } from '../realtime/admission.js';
import { Hub } from '../realtime/hub.js';
import { RealtimeGateway } from '../realtime/realtime.gateway.js';
import { SocketMetrics } from '../realtime/socket-metrics.js';
import { RecentWriters } from '../session/recent-writers.js';
import { RevokedSessions } from '../session/revoked-sessions.js';
import { SessionGuard } from '../session/session-guard.js';
import { Sessions } from '../session/sessions.js';
import { CardPainter } from '../share/card-painter.js';
import { Cards } from '../share/cards.js';
import { EmbedFonts } from '../share/embed-fonts.js';
import { SharePictures } from '../share/share-pictures.js';
import { SharedPolls } from '../share/shared-polls.js';
import { UploadsModule } from '../uploads/uploads.module.js';
import { NetworkFlags } from '../votes/network-flags.js';
import { VoteForwarder } from '../votes/vote-forwarder.js';
import { VotingRule } from '../votes/voting-rule.js';

@Module({
  imports: [UploadsModule],
  controllers: [
    ServerController,
    AuthController,
    AdmissionController,
    AccountController,
    SecurityController,
    PasskeysController,
    EmailChangeController,
    FollowsController,
    BlocksController,
    UsersController,
    ExportsController,
    PollsController,
    ResultsController,
    ReactionsController,
    CommentsController,
    InsightsController,
    InstanceController,
    InstanceAdminController,
    SearchController,
    NotificationsController,
    ReportsController,
    CasesController,
    ActsController,
    AdminHealthController,
    PeopleController,
    HealthController,
  ],
  providers: [
    Instance,
    Users,
    ExportMaker,
    ExportWorker,
    Sessions,
    RevokedSessions,
    RecentWriters,
    VoteForwarder,
    NetworkFlags,
    VotingRule,
    FirstPageReader,
    Hub,
    SocketMetrics,
    Admission,
    SharedPolls,
    CardPainter,
    EmbedFonts,
    SharePictures,
    Cards,
    ResultPictures,
    RealtimeGateway,
    RefusedAgain,
    ErrorFilter,
    { provide: APP_GUARD, useClass: SessionGuard },
    { provide: APP_FILTER, useExisting: ErrorFilter },
  ],
})
export class AppModule {}
