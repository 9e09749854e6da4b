import type { RouteName, Routes } from '@inkling/contracts';

// Every route that the browser calls, as `METHOD path`. The contract's own table would bring its schemas, and zod, into
// the first page. Instead the compiler checks these lines against it, and the build inlines them where they are used.

type LineOf<Name extends RouteName> = `${Routes[Name]['method']} ${Routes[Name]['path']}`;

export const config: LineOf<'config'> = 'GET /api/config';
export const signup: LineOf<'signup'> = 'POST /api/auth/signup';
export const login: LineOf<'login'> = 'POST /api/auth/login';
export const me: LineOf<'me'> = 'GET /api/auth/me';
export const logout: LineOf<'logout'> = 'POST /api/auth/logout';
export const refreshSession: LineOf<'refreshSession'> = 'POST /api/auth/refresh-session';
export const google: LineOf<'google'> = 'POST /api/auth/google';
export const emailToken: LineOf<'emailToken'> = 'POST /api/auth/email';
export const requestPasswordReset: LineOf<'requestPasswordReset'> = 'POST /api/auth/password-reset';
export const confirmPasswordReset: LineOf<'confirmPasswordReset'> = 'POST /api/auth/password-reset/confirm';
export const sendVerification: LineOf<'sendVerification'> = 'POST /api/auth/verify-email/send';
export const verifyEmail: LineOf<'verifyEmail'> = 'POST /api/auth/verify-email';
export const changePassword: LineOf<'changePassword'> = 'POST /api/auth/change-password';
export const prove: LineOf<'prove'> = 'POST /api/auth/prove';
export const sessions: LineOf<'sessions'> = 'GET /api/auth/sessions';
export const endSession: LineOf<'endSession'> = 'DELETE /api/auth/sessions/:sessionId';
export const logoutEverywhere: LineOf<'logoutEverywhere'> = 'POST /api/auth/logout-everywhere';
export const requestEmailChange: LineOf<'requestEmailChange'> = 'POST /api/auth/email-change';
export const confirmEmailChange: LineOf<'confirmEmailChange'> = 'POST /api/auth/email-change/confirm';
export const restoreEmail: LineOf<'restoreEmail'> = 'POST /api/auth/email-change/restore';
export const passkeys: LineOf<'passkeys'> = 'GET /api/auth/passkeys';
export const newPasskeyOptions: LineOf<'newPasskeyOptions'> = 'POST /api/auth/passkeys/options';
export const addPasskey: LineOf<'addPasskey'> = 'POST /api/auth/passkeys';
export const renamePasskey: LineOf<'renamePasskey'> = 'POST /api/auth/passkeys/:passkeyId';
export const removePasskey: LineOf<'removePasskey'> = 'DELETE /api/auth/passkeys/:passkeyId';
export const passkeyOptions: LineOf<'passkeyOptions'> = 'POST /api/auth/passkey/options';
export const passkeySignIn: LineOf<'passkeySignIn'> = 'POST /api/auth/passkey';
export const proveWithPasskeyOptions: LineOf<'proveWithPasskeyOptions'> = 'POST /api/auth/prove/passkey/options';
export const proveWithPasskey: LineOf<'proveWithPasskey'> = 'POST /api/auth/prove/passkey';
export const myUser: LineOf<'myUser'> = 'GET /api/users/me';
export const updateProfile: LineOf<'updateProfile'> = 'POST /api/users/me/update';
export const createProfile: LineOf<'createProfile'> = 'POST /api/users/create-profile';
export const myPolls: LineOf<'myPolls'> = 'GET /api/users/me/polls';
export const myVotedPolls: LineOf<'myVotedPolls'> = 'GET /api/users/me/voted-polls';
export const mySavedPolls: LineOf<'mySavedPolls'> = 'GET /api/users/me/saved-polls';
export const chooseTopics: LineOf<'chooseTopics'> = 'POST /api/users/me/topics';
export const dataExport: LineOf<'dataExport'> = 'GET /api/users/me/export';
export const requestDataExport: LineOf<'requestDataExport'> = 'POST /api/users/me/export';
export const deleteDataExport: LineOf<'deleteDataExport'> = 'DELETE /api/users/me/export';
export const dataExportFile: LineOf<'dataExportFile'> = 'GET /api/users/me/export/file';
export const featured: LineOf<'featured'> = 'GET /api/users/featured';
export const followStatus: LineOf<'followStatus'> = 'GET /api/users/follow-status/:id';
export const user: LineOf<'user'> = 'GET /api/users/:id';
export const userPolls: LineOf<'userPolls'> = 'GET /api/users/:id/polls';
export const followers: LineOf<'followers'> = 'GET /api/users/:id/followers';
export const following: LineOf<'following'> = 'GET /api/users/:id/following';
export const follow: LineOf<'follow'> = 'POST /api/follows';
export const unfollow: LineOf<'unfollow'> = 'DELETE /api/follows/:userId';
export const removeFollower: LineOf<'removeFollower'> = 'DELETE /api/follows/remove-follower/:userId';
export const feed: LineOf<'feed'> = 'GET /api/polls';
export const trending: LineOf<'trending'> = 'GET /api/polls/trending';
export const poll: LineOf<'poll'> = 'GET /api/polls/:id';
export const pollPreview: LineOf<'pollPreview'> = 'GET /api/polls/:id/preview';
export const createPoll: LineOf<'createPoll'> = 'POST /api/polls';
export const deletePoll: LineOf<'deletePoll'> = 'DELETE /api/polls/:id';
export const vote: LineOf<'vote'> = 'POST /api/votes';
export const like: LineOf<'like'> = 'POST /api/likes';
export const unlike: LineOf<'unlike'> = 'DELETE /api/likes/:pollId';
export const save: LineOf<'save'> = 'POST /api/saves';
export const unsave: LineOf<'unsave'> = 'DELETE /api/saves/:pollId';
export const comments: LineOf<'comments'> = 'GET /api/polls/:id/comments';
export const addComment: LineOf<'addComment'> = 'POST /api/comments';
export const deleteComment: LineOf<'deleteComment'> = 'DELETE /api/comments/:id';
export const insights: LineOf<'insights'> = 'GET /api/polls/:id/insights';
export const generateInsights: LineOf<'generateInsights'> = 'POST /api/polls/:id/generate-insights';
export const search: LineOf<'search'> = 'GET /api/search';
export const recentSearches: LineOf<'recentSearches'> = 'GET /api/search/recent';
export const deleteRecentSearch: LineOf<'deleteRecentSearch'> = 'DELETE /api/search/recent/:id';
export const trendingTopics: LineOf<'trendingTopics'> = 'GET /api/topics/trending';
export const notifications: LineOf<'notifications'> = 'GET /api/notifications';
export const unreadCount: LineOf<'unreadCount'> = 'GET /api/notifications/unread/count';
export const markAllRead: LineOf<'markAllRead'> = 'POST /api/notifications/mark-all-read';
export const readNotification: LineOf<'readNotification'> = 'POST /api/notifications/:id/read';
export const deleteNotification: LineOf<'deleteNotification'> = 'DELETE /api/notifications/:id';
export const preferences: LineOf<'preferences'> = 'GET /api/notifications/preferences';
export const savePreferences: LineOf<'savePreferences'> = 'POST /api/notifications/preferences';
export const registerPushToken: LineOf<'registerPushToken'> = 'POST /api/notification-tokens';
export const deletePushToken: LineOf<'deletePushToken'> = 'DELETE /api/notification-tokens/:token';
export const contact: LineOf<'contact'> = 'POST /api/contact';
export const testNotification: LineOf<'testNotification'> = 'POST /api/debug/test-notification';

/** A route as it is passed to a call. */
export type Route = { [Name in RouteName]: LineOf<Name> }[RouteName];

/** The contract's name of a route. */
export type NameOf<R extends Route> = { [Name in RouteName]: LineOf<Name> extends R ? Name : never }[RouteName];
