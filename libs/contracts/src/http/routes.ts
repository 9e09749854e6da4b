import { z } from 'zod';
import type { ErrorCode } from '../errors.js';
import { ListQuery } from '../common.js';
import * as comments from './comments.js';
import * as identity from './identity.js';
import { Insights } from './insights.js';
import * as notices from './notifications.js';
import * as polls from './polls.js';
import * as search from './search.js';
import * as server from './server.js';
import * as social from './social.js';
import * as users from './users.js';

/**
 * Who may call a route. `public`: anyone. `session`: a valid session. `profile`: a session whose user has completed
 * the profile (spec 6: until then a user is confined to create-profile).
 */
export type Access = 'public' | 'session' | 'profile';

export interface RouteContract {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path under the origin, parameters as `:name`. */
  readonly path: `/${string}`;
  readonly access: Access;
  readonly summary: string;
  readonly tag: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** A plain list with pages: the answer carries NEXT_CURSOR_HEADER while there is more. */
  readonly paged?: true;
  /** Content types that the body may have; JSON alone when absent. */
  readonly bodyTypes?: readonly ('application/json' | 'multipart/form-data')[];
  /** A request without a body counts as an empty object. */
  readonly bodyOptional?: true;
  /** The one field of a form that may carry a file (spec 7). */
  readonly fileField?: 'media' | 'profilePicture';
  /** Status and shape of success; `null` is an empty answer. */
  readonly success: { readonly status: 200 | 201 | 204; readonly schema: z.ZodType | null };
  /** Codes particular to this route; `routeErrors` adds those that follow from access and body. */
  readonly errors: readonly ErrorCode[];
}

const route = <const R extends RouteContract>(contract: R): R => contract;
const FORM = ['multipart/form-data', 'application/json'] as const;

/** Every path of the public API, once. The gateway's controllers, the OpenAPI document and the route walk come from it. */
export const routes = {
  config: route({ method: 'GET', path: '/api/config', access: 'public', tag: 'Server', summary: 'What this server has', success: { status: 200, schema: server.ServerConfig }, errors: [] }),

  signup: route({ method: 'POST', path: '/api/auth/signup', access: 'public', tag: 'Auth', summary: 'Create an account with email and password', body: users.SignupBody, success: { status: 201, schema: users.User }, errors: ['auth/email-already-in-use', 'auth/invalid-email', 'auth/weak-password', 'too-many-sign-ups'] }),
  login: route({ method: 'POST', path: '/api/auth/login', access: 'public', tag: 'Auth', summary: 'Log in with email and password', body: users.LoginBody, success: { status: 200, schema: users.User }, errors: ['auth/invalid-email', 'auth/user-not-found', 'auth/wrong-password', 'auth/invalid-credential', 'auth/user-disabled', 'auth/too-many-requests', 'too-many-requests'] }),
  me: route({ method: 'GET', path: '/api/auth/me', access: 'session', tag: 'Auth', summary: 'The signed-in user', success: { status: 200, schema: users.User }, errors: [] }),
  logout: route({ method: 'POST', path: '/api/auth/logout', access: 'public', tag: 'Auth', summary: 'End this session; without one it does nothing', success: { status: 204, schema: null }, errors: [] }),
  refreshSession: route({ method: 'POST', path: '/api/auth/refresh-session', access: 'public', tag: 'Auth', summary: 'Rotate the refresh cookie', bodyOptional: true, body: users.RefreshBody, success: { status: 200, schema: z.object({ user: users.User }) }, errors: ['unauthorized'] }),

  google: route({ method: 'POST', path: '/api/auth/google', access: 'public', tag: 'Auth', summary: 'Sign in with a Google ID token', body: identity.GoogleBody, success: { status: 200, schema: users.User }, errors: ['auth/invalid-id-token', 'auth/user-disabled', 'auth/email-already-in-use', 'auth/too-many-requests', 'too-many-requests', 'google-unavailable'] }),
  emailToken: route({ method: 'POST', path: '/api/auth/email', access: 'public', tag: 'Auth', summary: "Sign in with the identity provider's email ID token", body: identity.EmailTokenBody, success: { status: 200, schema: users.User }, errors: ['auth/invalid-id-token', 'auth/user-disabled', 'auth/email-already-in-use', 'auth/too-many-requests', 'too-many-requests', 'too-many-sign-ups', 'google-unavailable'] }),
  requestPasswordReset: route({ method: 'POST', path: '/api/auth/password-reset', access: 'public', tag: 'Auth', summary: 'Mail a link to choose a new password', body: identity.PasswordResetBody, success: { status: 204, schema: null }, errors: ['auth/invalid-email', 'too-many-requests'] }),
  confirmPasswordReset: route({ method: 'POST', path: '/api/auth/password-reset/confirm', access: 'public', tag: 'Auth', summary: 'Choose a new password with a mailed link; ends every session', body: identity.PasswordResetConfirmBody, success: { status: 204, schema: null }, errors: ['auth/weak-password', 'auth/invalid-action-code', 'auth/expired-action-code', 'too-many-requests'] }),
  sendVerification: route({ method: 'POST', path: '/api/auth/verify-email/send', access: 'session', tag: 'Auth', summary: 'Mail a link that confirms the address', success: { status: 204, schema: null }, errors: ['too-many-requests'] }),
  verifyEmail: route({
    method: 'POST',
    path: '/api/auth/verify-email',
    access: 'public',
    tag: 'Auth',
    summary: "Confirm an address with a mailed link; outside the account's own session this ends its password and sessions",
    body: identity.VerifyEmailBody,
    success: { status: 200, schema: identity.VerifiedEmail },
    errors: ['auth/invalid-action-code', 'auth/expired-action-code', 'too-many-requests'],
  }),
  changePassword: route({ method: 'POST', path: '/api/auth/change-password', access: 'session', tag: 'Auth', summary: 'Change the password; ends all other sessions', body: identity.ChangePasswordBody, success: { status: 204, schema: null }, errors: ['auth/weak-password', 'auth/wrong-password', 'auth/too-many-requests'] }),
  sessions: route({ method: 'GET', path: '/api/auth/sessions', access: 'session', tag: 'Auth', summary: 'Where one is signed in', success: { status: 200, schema: z.array(identity.SessionInfo) }, errors: [] }),
  endSession: route({ method: 'DELETE', path: '/api/auth/sessions/:sessionId', access: 'session', tag: 'Auth', summary: 'Sign out in one place', params: identity.SessionIdParam, success: { status: 204, schema: null }, errors: ['session-not-found'] }),
  logoutEverywhere: route({ method: 'POST', path: '/api/auth/logout-everywhere', access: 'session', tag: 'Auth', summary: 'End every session, this one too', success: { status: 204, schema: null }, errors: [] }),

  myUser: route({ method: 'GET', path: '/api/users/me', access: 'session', tag: 'Users', summary: 'The signed-in user', success: { status: 200, schema: users.User }, errors: [] }),
  updateProfile: route({ method: 'POST', path: '/api/users/me/update', access: 'profile', tag: 'Users', summary: 'Change name, username and picture', body: users.ProfileBody, bodyTypes: FORM, fileField: 'profilePicture', success: { status: 200, schema: users.User }, errors: ['username-taken'] }),
  createProfile: route({ method: 'POST', path: '/api/users/create-profile', access: 'session', tag: 'Users', summary: 'Complete the profile after the first sign-in', body: users.CreateProfileBody, bodyTypes: FORM, fileField: 'profilePicture', success: { status: 200, schema: users.User }, errors: ['username-taken', 'forbidden'] }),
  myPolls: route({ method: 'GET', path: '/api/users/me/polls', access: 'session', tag: 'Users', summary: 'Polls that one has created', query: polls.PageQuery, success: { status: 200, schema: polls.PollPage }, errors: [] }),
  myVotedPolls: route({ method: 'GET', path: '/api/users/me/voted-polls', access: 'session', tag: 'Users', summary: 'Polls that one has voted on', query: polls.PageQuery, success: { status: 200, schema: polls.PollPage }, errors: [] }),
  mySavedPolls: route({ method: 'GET', path: '/api/users/me/saved-polls', access: 'session', tag: 'Users', summary: 'Polls that one has saved', query: polls.PageQuery, success: { status: 200, schema: polls.PollPage }, errors: [] }),
  chooseTopics: route({
    method: 'POST',
    path: '/api/users/me/topics',
    access: 'profile',
    tag: 'Users',
    summary: 'Choose the topics to be suggested polls about; replaces what was chosen before',
    body: polls.ChosenTopicsBody,
    success: { status: 204, schema: null },
    errors: [],
  }),
  featured: route({ method: 'GET', path: '/api/users/featured', access: 'session', tag: 'Users', summary: "People for the 'Recent Polls' strip", success: { status: 200, schema: z.array(social.FeaturedUser) }, errors: [] }),
  followStatus: route({ method: 'GET', path: '/api/users/follow-status/:id', access: 'session', tag: 'Follows', summary: 'Whether one follows a user', params: polls.UserIdParam, success: { status: 200, schema: z.boolean() }, errors: [] }),
  user: route({ method: 'GET', path: '/api/users/:id', access: 'session', tag: 'Users', summary: 'A user', params: polls.UserIdParam, success: { status: 200, schema: users.PublicUser }, errors: ['user-not-found'] }),
  userPolls: route({ method: 'GET', path: '/api/users/:id/polls', access: 'session', tag: 'Users', summary: "A user's polls", params: polls.UserIdParam, query: polls.PageQuery, success: { status: 200, schema: polls.PollPage }, errors: ['user-not-found'] }),

  userVotedPolls: route({ method: 'GET', path: '/api/users/:id/voted-polls', access: 'session', tag: 'Users', summary: 'Polls that one has voted on; private to oneself', params: polls.UserIdParam, query: polls.PageQuery, success: { status: 200, schema: polls.PollPage }, errors: ['forbidden'] }),
  userSavedPolls: route({ method: 'GET', path: '/api/users/:id/saved-polls', access: 'session', tag: 'Users', summary: 'Polls that one has saved; private to oneself', params: polls.UserIdParam, query: polls.PageQuery, success: { status: 200, schema: polls.PollPage }, errors: ['forbidden'] }),
  followers: route({ method: 'GET', path: '/api/users/:id/followers', access: 'session', tag: 'Follows', summary: "A user's followers, the latest first", params: polls.UserIdParam, query: ListQuery, paged: true, success: { status: 200, schema: z.array(social.FollowUser) }, errors: ['user-not-found'] }),
  following: route({ method: 'GET', path: '/api/users/:id/following', access: 'session', tag: 'Follows', summary: 'Whom a user follows, the latest first', params: polls.UserIdParam, query: ListQuery, paged: true, success: { status: 200, schema: z.array(social.FollowUser) }, errors: ['user-not-found'] }),
  follow: route({ method: 'POST', path: '/api/follows', access: 'profile', tag: 'Follows', summary: 'Follow a user; again changes nothing', body: social.FollowBody, success: { status: 200, schema: social.FollowState }, errors: ['user-not-found', 'self-follow'] }),
  unfollow: route({ method: 'DELETE', path: '/api/follows/:userId', access: 'profile', tag: 'Follows', summary: 'Stop following a user', params: social.FollowParam, success: { status: 200, schema: social.FollowState }, errors: ['user-not-found'] }),
  removeFollower: route({ method: 'DELETE', path: '/api/follows/remove-follower/:userId', access: 'profile', tag: 'Follows', summary: 'Make a user stop following oneself', params: social.FollowParam, success: { status: 204, schema: null }, errors: ['user-not-found'] }),

  feed: route({ method: 'GET', path: '/api/polls', access: 'session', tag: 'Polls', summary: 'The feed: the newest polls, with a few that may interest the viewer', query: polls.PageQuery, success: { status: 200, schema: polls.PollPage }, errors: [] }),
  trending: route({ method: 'GET', path: '/api/polls/trending', access: 'session', tag: 'Polls', summary: 'Five polls with the most recent activity', success: { status: 200, schema: z.array(polls.TrendingPoll) }, errors: [] }),
  poll: route({ method: 'GET', path: '/api/polls/:id', access: 'session', tag: 'Polls', summary: 'One poll', params: polls.PollIdParam, success: { status: 200, schema: polls.Poll }, errors: ['poll-not-found'] }),
  pollPreview: route({ method: 'GET', path: '/api/polls/:id/preview', access: 'public', tag: 'Polls', summary: 'What anyone may see of a shared poll', params: polls.PollIdParam, success: { status: 200, schema: polls.PollPreview }, errors: ['poll-not-found'] }),
  createPoll: route({ method: 'POST', path: '/api/polls', access: 'profile', tag: 'Polls', summary: 'Create a poll', body: polls.CreatePollBody, bodyTypes: FORM, fileField: 'media', success: { status: 201, schema: polls.Poll }, errors: ['end-date-too-early'] }),
  deletePoll: route({ method: 'DELETE', path: '/api/polls/:id', access: 'session', tag: 'Polls', summary: 'Delete a poll of one\'s own', params: polls.PollIdParam, success: { status: 204, schema: null }, errors: ['poll-not-found', 'forbidden'] }),
  vote: route({ method: 'POST', path: '/api/votes', access: 'profile', tag: 'Votes', summary: 'Vote once; the answer is the poll with its new tally', body: polls.VoteBody, success: { status: 200, schema: polls.Poll }, errors: ['bad-option', 'email-unverified', 'poll-ended', 'poll-not-found', 'already-voted'] }),
  like: route({ method: 'POST', path: '/api/likes', access: 'profile', tag: 'Likes', summary: 'Like a poll; again changes nothing', body: polls.PollRef, success: { status: 200, schema: polls.LikeState }, errors: ['poll-not-found'] }),
  unlike: route({ method: 'DELETE', path: '/api/likes/:pollId', access: 'profile', tag: 'Likes', summary: 'Take a like back', params: polls.PollRefParam, success: { status: 200, schema: polls.LikeState }, errors: ['poll-not-found'] }),
  save: route({ method: 'POST', path: '/api/saves', access: 'profile', tag: 'Saves', summary: 'Save a poll; again changes nothing', body: polls.PollRef, success: { status: 200, schema: polls.SaveState }, errors: ['poll-not-found'] }),
  unsave: route({ method: 'DELETE', path: '/api/saves/:pollId', access: 'profile', tag: 'Saves', summary: 'Take a save back', params: polls.PollRefParam, success: { status: 200, schema: polls.SaveState }, errors: ['poll-not-found'] }),

  comments: route({ method: 'GET', path: '/api/polls/:id/comments', access: 'session', tag: 'Comments', summary: "A poll's comments, the latest first", params: polls.PollIdParam, query: ListQuery, paged: true, success: { status: 200, schema: z.array(comments.Comment) }, errors: ['poll-not-found'] }),
  addComment: route({ method: 'POST', path: '/api/comments', access: 'profile', tag: 'Comments', summary: 'Comment on a poll', body: comments.CommentBody, success: { status: 201, schema: comments.Comment }, errors: ['poll-not-found', 'too-many-requests'] }),
  deleteComment: route({ method: 'DELETE', path: '/api/comments/:id', access: 'profile', tag: 'Comments', summary: "Delete a comment of one's own", params: comments.CommentIdParam, success: { status: 204, schema: null }, errors: ['comment-not-found', 'forbidden'] }),

  insights: route({ method: 'GET', path: '/api/polls/:id/insights', access: 'session', tag: 'Insights', summary: "A poll's Deep Dive, if there is one", params: polls.PollIdParam, success: { status: 200, schema: Insights }, errors: ['poll-not-found'] }),
  generateInsights: route({ method: 'POST', path: '/api/polls/:id/generate-insights', access: 'profile', tag: 'Insights', summary: 'Have a Deep Dive written; waits for one that is under way', params: polls.PollIdParam, success: { status: 200, schema: Insights }, errors: ['poll-not-found', 'insights-quota', 'insights-network-quota', 'insights-unavailable'] }),

  search: route({ method: 'GET', path: '/api/search', access: 'session', tag: 'Search', summary: 'Users and polls', query: search.SearchQuery, success: { status: 200, schema: search.SearchResults }, errors: [] }),
  recentSearches: route({ method: 'GET', path: '/api/search/recent', access: 'session', tag: 'Search', summary: "One's own recent searches", success: { status: 200, schema: z.array(search.RecentSearch) }, errors: [] }),
  deleteRecentSearch: route({ method: 'DELETE', path: '/api/search/recent/:id', access: 'session', tag: 'Search', summary: 'Forget a recent search', params: search.RecentSearchParam, success: { status: 204, schema: null }, errors: ['search-not-found'] }),
  trendingTopics: route({ method: 'GET', path: '/api/topics/trending', access: 'session', tag: 'Search', summary: 'Topics of recent activity', success: { status: 200, schema: search.TrendingTopics }, errors: [] }),

  notifications: route({ method: 'GET', path: '/api/notifications', access: 'session', tag: 'Notifications', summary: 'Notices, the latest first', query: ListQuery, paged: true, success: { status: 200, schema: z.array(notices.Notification) }, errors: [] }),
  unreadCount: route({ method: 'GET', path: '/api/notifications/unread/count', access: 'session', tag: 'Notifications', summary: 'How many are unread', success: { status: 200, schema: notices.UnreadCount }, errors: [] }),
  markAllRead: route({ method: 'POST', path: '/api/notifications/mark-all-read', access: 'session', tag: 'Notifications', summary: 'Mark all as read', success: { status: 200, schema: notices.UnreadCount }, errors: [] }),
  readNotification: route({
    method: 'POST',
    path: '/api/notifications/:id/read',
    access: 'session',
    tag: 'Notifications',
    summary: 'Mark one as read',
    params: notices.NotificationIdParam,
    success: { status: 200, schema: notices.UnreadCount },
    errors: ['notification-not-found'],
  }),
  deleteNotification: route({ method: 'DELETE', path: '/api/notifications/:id', access: 'session', tag: 'Notifications', summary: 'Delete a notice', params: notices.NotificationIdParam, success: { status: 204, schema: null }, errors: ['notification-not-found'] }),
  preferences: route({ method: 'GET', path: '/api/notifications/preferences', access: 'session', tag: 'Notifications', summary: 'What one is told of', success: { status: 200, schema: notices.NotificationPreferences }, errors: [] }),
  savePreferences: route({ method: 'POST', path: '/api/notifications/preferences', access: 'session', tag: 'Notifications', summary: 'Change what one is told of', body: notices.PreferencesBody, success: { status: 200, schema: notices.NotificationPreferences }, errors: [] }),
  registerPushToken: route({ method: 'POST', path: '/api/notification-tokens', access: 'session', tag: 'Notifications', summary: 'Send push messages to this device', body: notices.PushTokenBody, success: { status: 204, schema: null }, errors: ['push-unavailable'] }),
  deletePushToken: route({ method: 'DELETE', path: '/api/notification-tokens/:token', access: 'session', tag: 'Notifications', summary: 'No more push messages to this device', params: notices.PushTokenParam, success: { status: 204, schema: null }, errors: [] }),

  contact: route({ method: 'POST', path: '/api/contact', access: 'public', tag: 'Server', summary: 'Write to the people who run this server', body: notices.ContactBody, success: { status: 204, schema: null }, errors: ['too-many-requests'] }),
  testNotification: route({ method: 'POST', path: '/api/debug/test-notification', access: 'session', tag: 'Debug', summary: 'Send a test notice; in production only to oneself', body: notices.TestNotificationBody, success: { status: 201, schema: notices.Notification }, errors: ['user-not-found', 'forbidden', 'too-many-requests'] }),
} as const;

/** Every error code that a route can answer: its own, and those of its access rule, its body and its dependencies. */
export function routeErrors(contract: RouteContract): ErrorCode[] {
  const codes = new Set<ErrorCode>(contract.errors);
  if (contract.access !== 'public') codes.add('unauthorized');
  if (contract.access === 'profile') codes.add('profile-incomplete');
  if (contract.method !== 'GET') codes.add('cross-site');
  if (contract.body ?? contract.params ?? contract.query) codes.add('invalid-request');
  if (contract.body) for (const code of ['invalid-json', 'too-large', 'unsupported-media-type'] as const) codes.add(code);
  codes.add('unavailable');
  return [...codes];
}
