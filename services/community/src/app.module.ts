import { Module } from '@nestjs/common';
import { PersonLimits } from '@inkling/platform';
import { ActPurge } from './acts/act-purge.js';
import { ActViews } from './acts/act-views.js';
import { Acts } from './acts/acts.js';
import { ActsRpcController } from './acts/acts-rpc.controller.js';
import { FinalDeletions } from './acts/final-deletions.js';
import { ModeratedStates } from './acts/moderated-states.js';
import { ModeratedThings } from './acts/moderated-things.js';
import { Staff } from './acts/staff.js';
import { Appeals } from './appeals/appeals.js';
import { NoticeSender } from './notices/notice-sender.js';
import { Notices } from './notices/notices.js';
import { AnnouncementsService } from './announcements/announcements.service.js';
import { CaseFlags } from './cases/case-flags.js';
import { CaseList } from './queue/case-list.js';
import { CasePurge } from './cases/case-purge.js';
import { CaseViews } from './queue/case-views.js';
import { Cases } from './cases/cases.js';
import { CasesRpcController } from './queue/cases-rpc.controller.js';
import { OpenCases } from './cases/open-cases.js';
import { ActivityWindows } from './flags/activity-windows.js';
import { FlagEvents } from './flags/flag-events.js';
import { FlagSettings } from './flags/flag-settings.js';
import { FlagsRpcController } from './flags/flags-rpc.controller.js';
import { Flags } from './flags/flags.js';
import { LogList } from './log/log-list.js';
import { AdmissionRpcController } from './invitations/admission-rpc.controller.js';
import { InvitationsRepository } from './invitations/invitations.repository.js';
import { InvitationsService } from './invitations/invitations.service.js';
import { Log } from './log/log.js';
import { LogRpcController } from './log/log-rpc.controller.js';
import { DailyFigures } from './overview/daily-figures.js';
import { OverviewFigures } from './overview/overview-figures.js';
import { OverviewRpcController } from './overview/overview-rpc.controller.js';
import { PagesService } from './pages/pages.service.js';
import { PersonalData } from './personal-data/personal-data.js';
import { PersonDirectory } from './persons/person-directory.js';
import { AccountPurge } from './purge/account-purge.js';
import { RequestsService } from './requests/requests.service.js';
import { ReportsRpcController } from './reports/reports-rpc.controller.js';
import { ReportsService } from './reports/reports.service.js';
import { RuleBook } from './reports/rule-book.js';
import { InstanceAdminController } from './instance/instance-admin.controller.js';
import { InstanceChanges } from './settings/instance-changes.js';
import { InstanceRpcController } from './instance/instance-rpc.controller.js';
import { SettingsService } from './settings/settings.service.js';
import { TermsService } from './terms/terms.service.js';
import { PeopleEvents } from './people/people-events.js';

@Module({
  controllers: [
    ActsRpcController,
    Appeals,
    ReportsRpcController,
    CasesRpcController,
    FlagsRpcController,
    LogRpcController,
    OverviewRpcController,
    PersonalData,
    InstanceRpcController,
    InstanceAdminController,
    AdmissionRpcController,
  ],
  providers: [
    Acts,
    ActViews,
    ActPurge,
    FinalDeletions,
    ModeratedStates,
    ModeratedThings,
    Staff,
    Notices,
    NoticeSender,
    PersonLimits,
    Log,
    LogList,
    PersonDirectory,
    OpenCases,
    Cases,
    CaseFlags,
    CaseList,
    CaseViews,
    CasePurge,
    RuleBook,
    ReportsService,
    FlagSettings,
    Flags,
    ActivityWindows,
    FlagEvents,
    DailyFigures,
    OverviewFigures,
    InstanceChanges,
    SettingsService,
    PagesService,
    TermsService,
    AnnouncementsService,
    InvitationsRepository,
    InvitationsService,
    RequestsService,
    AccountPurge,
    PeopleEvents,
  ],
})
export class AppModule {}
