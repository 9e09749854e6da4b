import { z } from 'zod';
import type { ErrorCode } from '../errors.js';
import * as polls from './polls.js';
import * as server from './server.js';
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
  /** Content types that the body may have; JSON alone when absent. */
  readonly bodyTypes?: readonly ('application/json' | 'multipart/form-data')[];
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

  signup: route({ method: 'POST', path: '/api/auth/signup', access: 'public', tag: 'Auth', summary: 'Create an account with email and password', body: users.SignupBody, success: { status: 201, schema: users.User }, errors: ['auth/email-already-in-use', 'auth/invalid-email', 'auth/weak-password', 'auth/too-many-requests'] }),
  login: route({ method: 'POST', path: '/api/auth/login', access: 'public', tag: 'Auth', summary: 'Log in with email and password', body: users.LoginBody, success: { status: 200, schema: users.User }, errors: ['auth/invalid-email', 'auth/user-not-found', 'auth/wrong-password', 'auth/invalid-credential', 'auth/too-many-requests'] }),
  me: route({ method: 'GET', path: '/api/auth/me', access: 'session', tag: 'Auth', summary: 'The signed-in user', success: { status: 200, schema: users.User }, errors: [] }),
  logout: route({ method: 'POST', path: '/api/auth/logout', access: 'public', tag: 'Auth', summary: 'End this session; without one it does nothing', success: { status: 204, schema: null }, errors: [] }),
  refreshSession: route({ method: 'POST', path: '/api/auth/refresh-session', access: 'public', tag: 'Auth', summary: 'Rotate the refresh cookie', body: users.RefreshBody, success: { status: 200, schema: z.object({ user: users.User }) }, errors: ['unauthorized'] }),

  myUser: route({ method: 'GET', path: '/api/users/me', access: 'session', tag: 'Users', summary: 'The signed-in user', success: { status: 200, schema: users.User }, errors: [] }),
  updateProfile: route({ method: 'POST', path: '/api/users/me/update', access: 'session', tag: 'Users', summary: 'Change name and username', body: users.ProfileBody, bodyTypes: FORM, success: { status: 200, schema: users.User }, errors: ['username-taken'] }),
  createProfile: route({ method: 'POST', path: '/api/users/create-profile', access: 'session', tag: 'Users', summary: 'Complete the profile after the first sign-in', body: users.CreateProfileBody, bodyTypes: FORM, success: { status: 200, schema: users.User }, errors: ['username-taken', 'forbidden'] }),
  myPolls: route({ method: 'GET', path: '/api/users/me/polls', access: 'session', tag: 'Users', summary: 'Polls that one has created', query: polls.PageQuery, success: { status: 200, schema: polls.PollPage }, errors: [] }),
  myVotedPolls: route({ method: 'GET', path: '/api/users/me/voted-polls', access: 'session', tag: 'Users', summary: 'Polls that one has voted on', query: polls.PageQuery, success: { status: 200, schema: polls.PollPage }, errors: [] }),
  mySavedPolls: route({ method: 'GET', path: '/api/users/me/saved-polls', access: 'session', tag: 'Users', summary: 'Polls that one has saved', query: polls.PageQuery, success: { status: 200, schema: polls.PollPage }, errors: [] }),
  user: route({ method: 'GET', path: '/api/users/:id', access: 'session', tag: 'Users', summary: 'A user', params: polls.UserIdParam, success: { status: 200, schema: users.PublicUser }, errors: ['user-not-found'] }),
  userPolls: route({ method: 'GET', path: '/api/users/:id/polls', access: 'session', tag: 'Users', summary: "A user's polls", params: polls.UserIdParam, query: polls.PageQuery, success: { status: 200, schema: polls.PollPage }, errors: ['user-not-found'] }),

  feed: route({ method: 'GET', path: '/api/polls', access: 'session', tag: 'Polls', summary: 'The feed, newest first', query: polls.PageQuery, success: { status: 200, schema: polls.PollPage }, errors: [] }),
  trending: route({ method: 'GET', path: '/api/polls/trending', access: 'session', tag: 'Polls', summary: 'Five polls with the most recent activity', success: { status: 200, schema: z.array(polls.TrendingPoll) }, errors: [] }),
  poll: route({ method: 'GET', path: '/api/polls/:id', access: 'session', tag: 'Polls', summary: 'One poll', params: polls.PollIdParam, success: { status: 200, schema: polls.Poll }, errors: ['poll-not-found'] }),
  createPoll: route({ method: 'POST', path: '/api/polls', access: 'profile', tag: 'Polls', summary: 'Create a poll', body: polls.CreatePollBody, bodyTypes: FORM, success: { status: 201, schema: polls.Poll }, errors: ['end-date-too-early'] }),
  deletePoll: route({ method: 'DELETE', path: '/api/polls/:id', access: 'session', tag: 'Polls', summary: 'Delete a poll of one\'s own', params: polls.PollIdParam, success: { status: 204, schema: null }, errors: ['poll-not-found', 'forbidden'] }),
  vote: route({ method: 'POST', path: '/api/votes', access: 'profile', tag: 'Votes', summary: 'Vote once; the answer is the poll with its new tally', body: polls.VoteBody, success: { status: 200, schema: polls.Poll }, errors: ['bad-option', 'poll-ended', 'poll-not-found', 'already-voted'] }),
  like: route({ method: 'POST', path: '/api/likes', access: 'profile', tag: 'Likes', summary: 'Like a poll; again changes nothing', body: polls.PollRef, success: { status: 200, schema: polls.LikeState }, errors: ['poll-not-found'] }),
  unlike: route({ method: 'DELETE', path: '/api/likes/:pollId', access: 'profile', tag: 'Likes', summary: 'Take a like back', params: polls.PollRefParam, success: { status: 200, schema: polls.LikeState }, errors: ['poll-not-found'] }),
  save: route({ method: 'POST', path: '/api/saves', access: 'profile', tag: 'Saves', summary: 'Save a poll; again changes nothing', body: polls.PollRef, success: { status: 200, schema: polls.SaveState }, errors: ['poll-not-found'] }),
  unsave: route({ method: 'DELETE', path: '/api/saves/:pollId', access: 'profile', tag: 'Saves', summary: 'Take a save back', params: polls.PollRefParam, success: { status: 200, schema: polls.SaveState }, errors: ['poll-not-found'] }),
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
