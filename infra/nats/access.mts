import * as contracts from '@inkling/contracts';

/** Everyone who connects to NATS, each with a user of that name. */
export const USERS = ['gateway', ...contracts.SERVICES, 'admin'];

/**
 * The calls of each user: user -> contract group -> calls. A spec compares them with the calls in the sources, so that
 * no unused right remains. A rule adds the readiness of all services for the gateway, and `admin.*` for admin.
 */
const CALLS: Record<string, Record<string, readonly string[]>> = {
  gateway: {
    authRpc: [
      'account',
      'addPasskey',
      'beginOneTimeCodes',
      'changePassword',
      'confirmEmailChange',
      'confirmOneTimeCodes',
      'confirmPasswordReset',
      'deletion',
      'endAllSessions',
      'endSession',
      'features',
      'login',
      'loginWithCode',
      'logout',
      'newPasskeyOptions',
      'passkeyOptions',
      'passkeySignIn',
      'passkeys',
      'persons',
      'offerWork',
      'oneTimeCodes',
      'previewInvitation',
      'prove',
      'proveWithPasskey',
      'refresh',
      'removePasskey',
      'renamePasskey',
      'renewRecoveryCodes',
      'requestDeletion',
      'requestEmailChange',
      'requestPasswordReset',
      'restoreEmail',
      'revokedSessions',
      'saveProfile',
      'sendVerification',
      'sessions',
      'signup',
      'switchOffOneTimeCodes',
      'takeRequestBack',
      'tokenSignIn',
      'usedPictures',
      'verifyEmail',
      'withdrawDeletion',
    ],
    pollsRpc: [
      'abstain',
      'addComment',
      'byAuthor',
      'castVotes',
      'chooseTopics',
      'comments',
      'countByAuthor',
      'create',
      'deleteComment',
      'end',
      'feed',
      'firstPage',
      'get',
      'giveBackUpload',
      'like',
      'preview',
      'remove',
      'removeReminder',
      'results',
      'rounds',
      'save',
      'saved',
      'setReminder',
      'statistics',
      'switchComments',
      'takeUpload',
      'trending',
      'unlike',
      'unsave',
      'usedMedia',
      'voted',
      'watch',
    ],
    socialRpc: [
      'block',
      'blocks',
      'counts',
      'featured',
      'follow',
      'followers',
      'following',
      'mute',
      'mutedWords',
      'mutes',
      'removeFollower',
      'setMutedWords',
      'status',
      'unblock',
      'unfollow',
      'unmute',
    ],
    notificationsRpc: [
      'contact',
      'deleteToken',
      'features',
      'list',
      'markAllRead',
      'markRead',
      'offerWork',
      'preferences',
      'registerToken',
      'remove',
      'savePreferences',
      'test',
      'unreadCount',
    ],
    searchRpc: ['deleteRecent', 'recent', 'search', 'trendingTopics'],
    insightsRpc: ['features', 'generate', 'get'],
    instanceRpc: [
      'acceptTerms',
      'acceptedTerms',
      'announce',
      'announcements',
      'current',
      'endAnnouncement',
      'page',
      'pageHistory',
      'pages',
      'publishPage',
      'saveSettings',
      'settings',
    ],
    actsRpc: ['act', 'decide', 'own', 'undo'],
    appealsRpc: ['appeal', 'decide'],
    flagsRpc: ['networkVotes'],
    reportsRpc: ['report'],
    casesRpc: ['get', 'leave', 'list', 'log', 'ofPerson', 'overview', 'take'],
    admissionRpc: ['allInvitations', 'decide', 'invitations', 'invite', 'requests', 'withdraw'],
    exportsRpc: ['claim', 'fail', 'file', 'finish', 'progress', 'remove', 'removed', 'request', 'state'],
    peopleRpc: ['get', 'search', 'setRole', 'signOut'],
    personalDataRpc: ['auth', 'community', 'insights', 'notifications', 'polls', 'search', 'social'],
  },
  auth: { admissionRpc: ['preview', 'redeem', 'settle'], notificationsRpc: ['mail'] },
  polls: { authRpc: ['account'], socialRpc: ['followersPage'] },
  social: { authRpc: ['account'] },
  notifications: {
    authRpc: ['account'],
    pollsRpc: ['export', 'drawVoters', 'endRecipients'],
    socialRpc: ['followerIds'],
  },
  search: { authRpc: ['exportProfiles'], pollsRpc: ['export'], socialRpc: ['followersPage'] },
  insights: { pollsRpc: ['preview'] },
  community: {
    authRpc: ['accountNumbers', 'invited', 'persons', 'staff'],
    pollsRpc: ['authorTotals', 'moderationView'],
  },
};

const {
  APART_SUBJECT,
  POLL_MODERATED_SUBJECT,
  tallySubject,
  commentsSubject,
  userSubject,
  SESSION_REVOKED_SUBJECT,
  RIGHTS_SUBJECT,
  INSTANCE_CHANGED_SUBJECT,
} = contracts;

/**
 * Live messages over core NATS. Subjects between the replicas of one service appear only here and in that service.
 */
export const LIVE: Record<string, { sends?: readonly string[]; hears?: readonly string[] }> = {
  gateway: {
    sends: ['live.gateway.wrote'],
    hears: [
      'live.gateway.wrote',
      tallySubject('*'),
      commentsSubject('*'),
      APART_SUBJECT,
      POLL_MODERATED_SUBJECT,
      userSubject('*'),
      SESSION_REVOKED_SUBJECT,
      RIGHTS_SUBJECT,
      INSTANCE_CHANGED_SUBJECT,
    ],
  },
  auth: { sends: [SESSION_REVOKED_SUBJECT, RIGHTS_SUBJECT] },
  polls: {
    sends: [tallySubject('*'), commentsSubject('*'), APART_SUBJECT, POLL_MODERATED_SUBJECT, 'live.polls.feed-changed'],
    hears: ['live.polls.feed-changed'],
  },
  notifications: { sends: [userSubject('*')] },
  community: { sends: [INSTANCE_CHANGED_SUBJECT] },
  insights: { sends: ['live.insights.*'], hears: ['live.insights.*'] },
};

/** Contract groups by the name under which the sources use them. */
const GROUPS = Object.fromEntries<Record<string, { subject: string }>>(
  Object.entries(contracts).flatMap(([name, exported]) =>
    name.endsWith('Rpc') && typeof exported === 'object'
      ? [[name, exported as Record<string, { subject: string }>]]
      : [],
  ),
);

/** The calls of a user as the sources write them, such as `authRpc.login`. */
export const callsInSource = (user: string): string[] =>
  Object.entries(CALLS[user] ?? {}).flatMap(([group, names]) => names.map((name) => `${group}.${name}`));

/** @returns subjects that a user sends requests to */
export function callsOf(user: string): string[] {
  if (user === 'admin')
    return contracts.SERVICES.flatMap((service) => servedBy(service).filter((subject) => subject.startsWith('admin.')));
  const subjects = Object.entries(CALLS[user] ?? {}).flatMap(([group, names]) =>
    names.map((name) => {
      const contract = GROUPS[group]?.[name];
      if (!contract) throw new Error(`${group}.${name}, which ${user} is said to call, is not in libs/contracts.`);
      return contract.subject;
    }),
  );
  return user === 'gateway'
    ? [...subjects, ...contracts.SERVICES.map((service) => contracts.healthRpc(service).subject)]
    : subjects;
}

const isService = (name: string): name is (typeof contracts.SERVICES)[number] =>
  (contracts.SERVICES as readonly string[]).includes(name);

/**
 * @returns subjects that a service answers: its contracts, by the first part of their subject or the one after
 *   `admin.`
 */
export function servedBy(service: string): string[] {
  if (!isService(service)) return [];
  const declared = [
    ...Object.values(GROUPS).flatMap((group) => Object.values(group)),
    contracts.healthRpc(service),
    ...Object.values(contracts.operationsRpc(service)),
  ];
  return declared
    .map(({ subject }) => subject)
    .filter((subject) => subject.startsWith(`${service}.`) || subject.startsWith(`admin.${service}.`));
}
