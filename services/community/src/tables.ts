import { PersonLimitCount, PurgedUser, type TablesOf } from '@inkling/platform';
import { ActRow, ObjectStateRow, PersonStateRow } from './acts/act.entities.js';
import { AnnouncementRow } from './announcements/announcement.entity.js';
import { AppealRow } from './appeals/appeal.entity.js';
import { Case, CaseFlag } from './cases/case.entities.js';
import { FlagWindow } from './flags/flag-window.entity.js';
import { InvitationUse, StoredInvitation } from './invitations/invitation.entities.js';
import { LogEntry } from './log/log-entry.entity.js';
import { NoticeRow } from './notices/notice.entity.js';
import { DailyFigure } from './overview/daily-figure.entity.js';
import { PublishedPage } from './pages/page.entity.js';
import { Report } from './reports/report.entity.js';
import { StoredRequest } from './requests/sign-up-request.entity.js';
import { SavedSettings } from './settings/settings.entity.js';
import { TermsAcceptance } from './terms/terms-acceptance.entity.js';

export const entities = [
  Report,
  Case,
  CaseFlag,
  ActRow,
  ObjectStateRow,
  PersonStateRow,
  AppealRow,
  NoticeRow,
  FlagWindow,
  LogEntry,
  DailyFigure,
  SavedSettings,
  PublishedPage,
  TermsAcceptance,
  AnnouncementRow,
  PersonLimitCount,
  PurgedUser,
  StoredInvitation,
  InvitationUse,
  StoredRequest,
] as const;

/** The service's tables as Kysely knows them. */
export interface Tables extends TablesOf<(typeof entities)[number]> {}
