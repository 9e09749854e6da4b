import { account } from './de/account';
import { admin } from './de/admin';
import { adminCase } from './de/admin-case';
import { adminInstance } from './de/admin-instance';
import { announcements } from './de/announcements';
import { adminLink } from './de/admin-link';
import { adminHealth } from './de/admin-health';
import { adminOverview } from './de/admin-overview';
import { adminLog } from './de/admin-log';
import { adminQueue } from './de/admin-queue';
import { adminPeople } from './de/admin-people';
import { adminRequests } from './de/admin-requests';
import { appeal } from './de/appeal';
import { auth } from './de/auth';
import { ballots } from './de/ballots';
import { changeEmail } from './de/change-email';
import { comments } from './de/comments';
import { confirmEmail } from './de/confirm-email';
import { create } from './de/create';
import { crop } from './de/crop';
import { dataExport } from './de/data-export';
import { debug } from './de/debug';
import { deletion } from './de/deletion';
import { editProfile } from './de/edit-profile';
import { failures } from './de/failures';
import { feed } from './de/feed';
import { firstRun } from './de/first-run';
import { follow } from './de/follow';
import { follows } from './de/follows';
import { footer } from './de/footer';
import { help } from './de/help';
import { hiddenNote } from './de/hidden-note';
import { insights } from './de/insights';
import { invitations } from './de/invitations';
import { invite } from './de/invite';
import { keepSheet } from './de/keep-sheet';
import { landing } from './de/landing';
import { legal } from './de/legal';
import { limits } from './de/limits';
import { media } from './de/media';
import { notices } from './de/notices';
import { notifications } from './de/notifications';
import { oneTimeCodes } from './de/one-time-codes';
import { passkeys } from './de/passkeys';
import { polls } from './de/polls';
import { profile } from './de/profile';
import { profileForm } from './de/profile-form';
import { profileSetup } from './de/profile-setup';
import { proof } from './de/proof';
import { protection } from './de/protection';
import { push } from './de/push';
import { reports } from './de/reports';
import { runOff } from './de/run-off';
import { search } from './de/search';
import { secondStep } from './de/second-step';
import { joining } from './de/joining';
import { sentPoll } from './de/sent-poll';
import { sensitive } from './de/sensitive';
import { session } from './de/session';
import { settings } from './de/settings';
import { share } from './de/share';
import { shell } from './de/shell';
import { shortcuts } from './de/shortcuts';
import { terms } from './de/terms';
import { termsSheet } from './de/terms-sheet';
import { statistics } from './de/statistics';
import { suspended } from './de/suspended';
import { time } from './de/time';
import { ui } from './de/ui';
import { welcome } from './de/welcome';
import type { None, OddSentences, Translation } from './translation';

/** The German catalogue: informal, with German quotation marks, no-break spaces before units and dots. */
export const de = {
  account,
  admin,
  adminCase,
  adminInstance,
  announcements,
  adminLink,
  adminHealth,
  adminOverview,
  adminLog,
  adminQueue,
  adminPeople,
  adminRequests,
  appeal,
  auth,
  ballots,
  changeEmail,
  comments,
  confirmEmail,
  create,
  crop,
  dataExport,
  debug,
  deletion,
  editProfile,
  failures,
  feed,
  firstRun,
  follow,
  follows,
  footer,
  help,
  hiddenNote,
  insights,
  invitations,
  invite,
  keepSheet,
  landing,
  legal,
  limits,
  media,
  notices,
  notifications,
  oneTimeCodes,
  passkeys,
  polls,
  profile,
  profileForm,
  profileSetup,
  proof,
  protection,
  push,
  reports,
  runOff,
  search,
  secondStep,
  joining,
  sentPoll,
  sensitive,
  session,
  settings,
  share,
  shell,
  shortcuts,
  terms,
  termsSheet,
  statistics,
  suspended,
  time,
  ui,
  welcome,
} as const satisfies Translation;

/** Does not compile when a sentence's `{variables}` differ from the English one's. */
export type GermanIsComplete = None<OddSentences<typeof de>>;
