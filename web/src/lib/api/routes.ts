import type { RouteName, Routes } from '@inkling/contracts';

// The routes that the browser calls, as method and path alone: the contract's own table would bring its schemas, and zod,
// into the first page. The compiler holds each line against the contract; see `Route`.

/** A route by its name in the contract, which names the types of a call and its answer. */
export interface Route<Name extends RouteName> {
  readonly method: Routes[Name]['method'];
  readonly path: Routes[Name]['path'];
  /** Never set: it lets the compiler infer the name. */
  readonly name?: Name;
}

export const config: Route<'config'> = { method: 'GET', path: '/api/config' };
export const signup: Route<'signup'> = { method: 'POST', path: '/api/auth/signup' };
export const login: Route<'login'> = { method: 'POST', path: '/api/auth/login' };
export const me: Route<'me'> = { method: 'GET', path: '/api/auth/me' };
export const logout: Route<'logout'> = { method: 'POST', path: '/api/auth/logout' };
export const refreshSession: Route<'refreshSession'> = { method: 'POST', path: '/api/auth/refresh-session' };
export const google: Route<'google'> = { method: 'POST', path: '/api/auth/google' };
export const emailToken: Route<'emailToken'> = { method: 'POST', path: '/api/auth/email' };
export const requestPasswordReset: Route<'requestPasswordReset'> = { method: 'POST', path: '/api/auth/password-reset' };
export const confirmPasswordReset: Route<'confirmPasswordReset'> = {
  method: 'POST',
  path: '/api/auth/password-reset/confirm',
};
export const sendVerification: Route<'sendVerification'> = { method: 'POST', path: '/api/auth/verify-email/send' };
export const verifyEmail: Route<'verifyEmail'> = { method: 'POST', path: '/api/auth/verify-email' };
export const changePassword: Route<'changePassword'> = { method: 'POST', path: '/api/auth/change-password' };
export const sessions: Route<'sessions'> = { method: 'GET', path: '/api/auth/sessions' };
export const endSession: Route<'endSession'> = { method: 'DELETE', path: '/api/auth/sessions/:sessionId' };
export const logoutEverywhere: Route<'logoutEverywhere'> = { method: 'POST', path: '/api/auth/logout-everywhere' };
export const myUser: Route<'myUser'> = { method: 'GET', path: '/api/users/me' };
export const updateProfile: Route<'updateProfile'> = { method: 'POST', path: '/api/users/me/update' };
export const createProfile: Route<'createProfile'> = { method: 'POST', path: '/api/users/create-profile' };
export const myPolls: Route<'myPolls'> = { method: 'GET', path: '/api/users/me/polls' };
export const myVotedPolls: Route<'myVotedPolls'> = { method: 'GET', path: '/api/users/me/voted-polls' };
export const mySavedPolls: Route<'mySavedPolls'> = { method: 'GET', path: '/api/users/me/saved-polls' };
export const chooseTopics: Route<'chooseTopics'> = { method: 'POST', path: '/api/users/me/topics' };
export const featured: Route<'featured'> = { method: 'GET', path: '/api/users/featured' };
export const followStatus: Route<'followStatus'> = { method: 'GET', path: '/api/users/follow-status/:id' };
export const user: Route<'user'> = { method: 'GET', path: '/api/users/:id' };
export const userPolls: Route<'userPolls'> = { method: 'GET', path: '/api/users/:id/polls' };
export const followers: Route<'followers'> = { method: 'GET', path: '/api/users/:id/followers' };
export const following: Route<'following'> = { method: 'GET', path: '/api/users/:id/following' };
export const follow: Route<'follow'> = { method: 'POST', path: '/api/follows' };
export const unfollow: Route<'unfollow'> = { method: 'DELETE', path: '/api/follows/:userId' };
export const removeFollower: Route<'removeFollower'> = {
  method: 'DELETE',
  path: '/api/follows/remove-follower/:userId',
};
export const feed: Route<'feed'> = { method: 'GET', path: '/api/polls' };
export const trending: Route<'trending'> = { method: 'GET', path: '/api/polls/trending' };
export const poll: Route<'poll'> = { method: 'GET', path: '/api/polls/:id' };
export const pollPreview: Route<'pollPreview'> = { method: 'GET', path: '/api/polls/:id/preview' };
export const createPoll: Route<'createPoll'> = { method: 'POST', path: '/api/polls' };
export const deletePoll: Route<'deletePoll'> = { method: 'DELETE', path: '/api/polls/:id' };
export const vote: Route<'vote'> = { method: 'POST', path: '/api/votes' };
export const like: Route<'like'> = { method: 'POST', path: '/api/likes' };
export const unlike: Route<'unlike'> = { method: 'DELETE', path: '/api/likes/:pollId' };
export const save: Route<'save'> = { method: 'POST', path: '/api/saves' };
export const unsave: Route<'unsave'> = { method: 'DELETE', path: '/api/saves/:pollId' };
export const comments: Route<'comments'> = { method: 'GET', path: '/api/polls/:id/comments' };
export const addComment: Route<'addComment'> = { method: 'POST', path: '/api/comments' };
export const deleteComment: Route<'deleteComment'> = { method: 'DELETE', path: '/api/comments/:id' };
export const insights: Route<'insights'> = { method: 'GET', path: '/api/polls/:id/insights' };
export const generateInsights: Route<'generateInsights'> = { method: 'POST', path: '/api/polls/:id/generate-insights' };
export const search: Route<'search'> = { method: 'GET', path: '/api/search' };
export const recentSearches: Route<'recentSearches'> = { method: 'GET', path: '/api/search/recent' };
export const deleteRecentSearch: Route<'deleteRecentSearch'> = { method: 'DELETE', path: '/api/search/recent/:id' };
export const trendingTopics: Route<'trendingTopics'> = { method: 'GET', path: '/api/topics/trending' };
export const notifications: Route<'notifications'> = { method: 'GET', path: '/api/notifications' };
export const unreadCount: Route<'unreadCount'> = { method: 'GET', path: '/api/notifications/unread/count' };
export const markAllRead: Route<'markAllRead'> = { method: 'POST', path: '/api/notifications/mark-all-read' };
export const readNotification: Route<'readNotification'> = { method: 'POST', path: '/api/notifications/:id/read' };
export const deleteNotification: Route<'deleteNotification'> = { method: 'DELETE', path: '/api/notifications/:id' };
export const preferences: Route<'preferences'> = { method: 'GET', path: '/api/notifications/preferences' };
export const savePreferences: Route<'savePreferences'> = { method: 'POST', path: '/api/notifications/preferences' };
export const registerPushToken: Route<'registerPushToken'> = { method: 'POST', path: '/api/notification-tokens' };
export const deletePushToken: Route<'deletePushToken'> = { method: 'DELETE', path: '/api/notification-tokens/:token' };
export const contact: Route<'contact'> = { method: 'POST', path: '/api/contact' };
export const testNotification: Route<'testNotification'> = { method: 'POST', path: '/api/debug/test-notification' };
