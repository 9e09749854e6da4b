import type { account } from './en/account';
import type { admin } from './en/admin';
import type { adminCase } from './en/admin-case';
import type { adminInstance } from './en/admin-instance';
import type { announcements } from './en/announcements';
import type { adminLink } from './en/admin-link';
import type { adminHealth } from './en/admin-health';
import type { adminOverview } from './en/admin-overview';
import type { adminLog } from './en/admin-log';
import type { adminQueue } from './en/admin-queue';
import type { adminPeople } from './en/admin-people';
import type { adminRequests } from './en/admin-requests';
import type { appeal } from './en/appeal';
import { auth } from './en/auth';
import type { ballots } from './en/ballots';
import type { changeEmail } from './en/change-email';
import type { comments } from './en/comments';
import type { confirmEmail } from './en/confirm-email';
import type { create } from './en/create';
import type { crop } from './en/crop';
import type { dataExport } from './en/data-export';
import type { debug } from './en/debug';
import type { deletion } from './en/deletion';
import type { editProfile } from './en/edit-profile';
import type { feed } from './en/feed';
import type { firstRun } from './en/first-run';
import type { follow } from './en/follow';
import type { follows } from './en/follows';
import type { footer } from './en/footer';
import type { help } from './en/help';
import type { hiddenNote } from './en/hidden-note';
import type { insights } from './en/insights';
import type { invitations } from './en/invitations';
import type { invite } from './en/invite';
import type { keepSheet } from './en/keep-sheet';
import type { landing } from './en/landing';
import type { legal } from './en/legal';
import type { limits } from './en/limits';
import type { media } from './en/media';
import type { notices } from './en/notices';
import type { notifications } from './en/notifications';
import type { oneTimeCodes } from './en/one-time-codes';
import type { passkeys } from './en/passkeys';
import type { polls } from './en/polls';
import type { profile } from './en/profile';
import type { profileForm } from './en/profile-form';
import type { profileSetup } from './en/profile-setup';
import type { proof } from './en/proof';
import type { protection } from './en/protection';
import type { push } from './en/push';
import type { reports } from './en/reports';
import type { runOff } from './en/run-off';
import type { search } from './en/search';
import type { secondStep } from './en/second-step';
import type { joining } from './en/joining';
import type { sentPoll } from './en/sent-poll';
import type { sensitive } from './en/sensitive';
import { session } from './en/session';
import type { settings } from './en/settings';
import type { share } from './en/share';
import { shell } from './en/shell';
import type { shortcuts } from './en/shortcuts';
import type { termsSheet } from './en/terms-sheet';
import type { statistics } from './en/statistics';
import type { suspended } from './en/suspended';
import { time } from './en/time';
import { ui } from './en/ui';
import type { welcome } from './en/welcome';

/** The English catalogue, by area: the areas that are there from the start. */
export const en = {
  auth,
  session,
  shell,
  time,
  ui,
};

/**
 * Areas that come with the pages and parts that use them (`register`), so that the first page does not wait for them.
 */
export interface LaterAreas {
  account: typeof account;
  adminInstance: typeof adminInstance;
  announcements: typeof announcements;
  termsSheet: typeof termsSheet;
  admin: typeof admin;
  adminCase: typeof adminCase;
  adminLink: typeof adminLink;
  adminHealth: typeof adminHealth;
  adminOverview: typeof adminOverview;
  adminLog: typeof adminLog;
  adminQueue: typeof adminQueue;
  adminPeople: typeof adminPeople;
  adminRequests: typeof adminRequests;
  appeal: typeof appeal;
  ballots: typeof ballots;
  changeEmail: typeof changeEmail;
  comments: typeof comments;
  confirmEmail: typeof confirmEmail;
  create: typeof create;
  crop: typeof crop;
  dataExport: typeof dataExport;
  debug: typeof debug;
  deletion: typeof deletion;
  editProfile: typeof editProfile;
  feed: typeof feed;
  firstRun: typeof firstRun;
  follow: typeof follow;
  follows: typeof follows;
  footer: typeof footer;
  help: typeof help;
  hiddenNote: typeof hiddenNote;
  insights: typeof insights;
  invitations: typeof invitations;
  invite: typeof invite;
  keepSheet: typeof keepSheet;
  landing: typeof landing;
  legal: typeof legal;
  limits: typeof limits;
  media: typeof media;
  notices: typeof notices;
  notifications: typeof notifications;
  oneTimeCodes: typeof oneTimeCodes;
  passkeys: typeof passkeys;
  polls: typeof polls;
  profile: typeof profile;
  profileForm: typeof profileForm;
  profileSetup: typeof profileSetup;
  proof: typeof proof;
  protection: typeof protection;
  push: typeof push;
  reports: typeof reports;
  runOff: typeof runOff;
  search: typeof search;
  secondStep: typeof secondStep;
  joining: typeof joining;
  sentPoll: typeof sentPoll;
  sensitive: typeof sensitive;
  settings: typeof settings;
  share: typeof share;
  shortcuts: typeof shortcuts;
  statistics: typeof statistics;
  suspended: typeof suspended;
  welcome: typeof welcome;
}
