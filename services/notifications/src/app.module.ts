import { Module } from '@nestjs/common';
import { BlocksRepository } from './blocks/blocks.repository.js';
import { BlockEvents } from './changes/block-events.js';
import { AudienceRemoval } from './changes/audience-removal.js';
import { BlockRemoval } from './changes/block-removal.js';
import { ChangeEvents } from './changes/change-events.js';
import { ChangeQueue } from './changes/change-queue.repository.js';
import { ChangeWorker } from './changes/change-worker.js';
import { FollowMerger } from './changes/follow-merger.js';
import { PollEvents } from './changes/poll-events.js';
import { PollRemoval } from './changes/poll-removal.js';
import { ReactionMerger } from './changes/reaction-merger.js';
import { VoteMerger } from './changes/vote-merger.js';
import { VoteWorker } from './changes/vote-worker.js';
import { VoterDraws } from './changes/voter-draws.js';
import { ContactModule } from './contact/contact.module.js';
import { FanOutPages } from './fan-out/fan-out-pages.js';
import { FanOutWorker } from './fan-out/fan-out-worker.js';
import { FanOuts } from './fan-out/fan-outs.repository.js';
import { LiveNotifications } from './list/live-notifications.js';
import { NotificationsRpcController } from './list/notifications-rpc.controller.js';
import { NotificationRemoval } from './list/notification-removal.js';
import { NotificationsRepository } from './list/notifications.repository.js';
import { NotificationsService } from './list/notifications.service.js';
import { Retention } from './list/retention.js';
import { UnreadCounts } from './list/unread-counts.repository.js';
import { MailModule } from './mail/mail.module.js';
import { ModeratedObjects } from './moderation/moderated-objects.js';
import { ModeratedPeople } from './moderation/moderated-people.js';
import { ModerationNotices } from './moderation/moderation-notices.js';
import { PersonalData } from './personal-data/personal-data.js';
import { PreferencesRpcController } from './preferences/preferences-rpc.controller.js';
import { PreferencesRepository } from './preferences/preferences.repository.js';
import { PreferencesService } from './preferences/preferences.service.js';
import { CommentsRepository } from './projections/comments.repository.js';
import { PollProjection } from './projections/poll-projection.js';
import { ProfileProjection } from './projections/profile-projection.js';
import { AccountPurge } from './purge/account-purge.js';
import { PushModule } from './push/push.module.js';

/**
 * From top to bottom: what other services announce (`projections`, `blocks`), what is merged into notifications
 * (`changes`, `fan-out`), what moderators decide (`moderation`), and the list that users read (`list`, `preferences`).
 */
@Module({
  imports: [PushModule, MailModule, ContactModule],
  controllers: [NotificationsRpcController, PreferencesRpcController, PersonalData],
  providers: [
    PollProjection,
    ProfileProjection,
    CommentsRepository,

    BlocksRepository,

    ModeratedObjects,
    ModeratedPeople,
    ModerationNotices,

    ChangeEvents,
    PollEvents,
    BlockEvents,
    AudienceRemoval,
    BlockRemoval,
    ChangeQueue,
    ChangeWorker,
    FollowMerger,
    ReactionMerger,
    PollRemoval,
    VoteWorker,
    VoteMerger,
    VoterDraws,

    FanOuts,
    FanOutPages,
    FanOutWorker,

    NotificationsService,
    NotificationsRepository,
    NotificationRemoval,
    UnreadCounts,
    LiveNotifications,
    Retention,
    PreferencesRepository,
    PreferencesService,
    AccountPurge,
  ],
})
export class AppModule {}
