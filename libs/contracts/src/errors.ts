import { z } from 'zod';
import { Id, Instant } from './common.js';
import { Author } from './author.js';

/** Every failure of the API has this shape (docs/product.md#errors). Extra fields belong to single codes and say so. */
export const ErrorBody = z.object({
  /** A sentence for a person, saying what to do. */
  message: z.string(),
  /** Stable, for programs. */
  code: z.string(),
  /** 401 only: a session or refresh cookie arrived, so a retry with `userId` may help (docs/product.md#sessions). */
  authCookieFound: z.boolean().optional(),
  /** `already-voted` only: the voter's own earlier choice. */
  userVote: z.int().min(0).optional(),
  /** The same as a list, for every method; absent for a sealed poll, whose choices nobody can look up. */
  choices: z.array(z.int().min(0)).optional(),
  /** `invalid-request` only: the field and what is wrong with it. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** `auth/code-needed` only: what the second step of the sign-in is called with. */
  challenge: z.string().optional(),
  /** `proof-needed` only: what the account can prove itself with (`Proof`). */
  proofs: z.array(z.string()).optional(),
  /**
   * `followers-only` only, but not of votes: whom to follow; null for the moment in which the profile has not arrived
   * yet.
   */
  author: Author.nullable().optional(),
  /** `account-suspended` only: when the suspension ends (null: never), and the act that it is part of. */
  until: Instant.nullable().optional(),
  actId: Id.optional(),
  /** `ask-needs-age` only: from when the account may ask polls. */
  from: Instant.optional(),
  /** 429 only: seconds to wait. */
  retryAfter: z.int().positive().optional(),
  /** Limits per person only: how much is allowed in `windowSeconds`. */
  limit: z.int().positive().optional(),
  windowSeconds: z.int().positive().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** Every code that the API gives out, with its status and its default sentence. */
export const ERRORS = {
  'invalid-request': { status: 400, message: 'The request is not valid.' },
  'invalid-json': { status: 400, message: 'The body is not valid JSON.' },
  'bad-option': { status: 400, message: 'This poll has no such option, or takes another number of them.' },
  'end-date-too-early': { status: 400, message: 'The end date must be tomorrow or later.' },
  'self-follow': { status: 400, message: 'You cannot follow yourself.' },
  'self-block': { status: 400, message: 'You cannot block or mute yourself.' },
  'auth/invalid-email': { status: 400, message: 'Please enter a valid email address.' },
  'own-report': { status: 400, message: 'You cannot report what is your own.' },
  'self-act': { status: 400, message: 'You cannot decide about yourself.' },
  'act-not-possible': { status: 400, message: 'This decision does not fit what it is about.' },
  'email-unchanged': { status: 400, message: 'This is your address already.' },
  'auth/weak-password': { status: 400, message: 'Password is too weak. Please use at least 6 characters.' },
  'proof-of-work-needed': {
    status: 400,
    message: 'A proof of work is missing or used up. Please reload the page and try again.',
  },
  'answer-needed': { status: 400, message: 'Please answer the question.' },
  'email-domain-blocked': { status: 400, message: 'Addresses of this mail provider cannot be used here.' },
  'auth/invalid-action-code': {
    status: 400,
    message: 'This link has been used already or is not valid. Please ask for a new one.',
  },
  'auth/expired-action-code': { status: 400, message: 'This link has expired. Please ask for a new one.' },
  'auth/user-not-found': { status: 401, message: 'No account found with this email.' },
  'auth/wrong-password': { status: 401, message: 'Incorrect password for this email.' },
  'auth/invalid-credential': { status: 401, message: 'This email may be registered with a different sign-in method.' },
  'passkey-refused': { status: 401, message: 'This passkey does not work here. Please try again.' },
  'auth/invalid-id-token': { status: 401, message: 'Google did not confirm this sign-in. Please try again.' },
  'auth/code-needed': { status: 401, message: 'Enter the code from your authenticator app.' },
  'auth/wrong-code': { status: 401, message: 'This code is not right, or it has been used already.' },
  'auth/sign-in-expired': { status: 401, message: 'That took too long. Please log in again.' },
  unauthorized: { status: 401, message: 'Authentication required. Please log in.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  'auth/user-disabled': { status: 403, message: 'This account has been disabled.' },
  'cross-site': { status: 403, message: 'Requests from another site are refused.' },
  'account-suspended': { status: 403, message: 'Your account is suspended.' },
  'role-needed': { status: 403, message: 'Only the people who look after this server can do this.' },
  'account-waiting': { status: 403, message: 'Your request is on the table. We write to you when it is decided.' },
  'invitation-needed': { status: 403, message: 'Someone here has to ask you in: sign-up is by invitation.' },
  'sign-up-closed': { status: 403, message: 'Nobody new can join for now.' },
  'may-not-invite': { status: 403, message: 'Only administrators invite people here.' },
  'profile-incomplete': { status: 403, message: 'Complete your profile first.' },
  'proof-needed': { status: 403, message: 'Please confirm first that it is you.' },
  'email-unverified': { status: 403, message: 'Confirm your email to vote.' },
  'ask-needs-email': { status: 403, message: 'Confirm your email to ask polls here.' },
  'ask-needs-age': { status: 403, message: 'Your account is too new to ask polls here.' },
  'own-act': { status: 403, message: 'You made this decision yourself. Somebody else answers its appeal.' },
  'act-on-staff': { status: 403, message: 'Only an administrator can decide about people who look after this server.' },
  'appeal-too-late': { status: 403, message: 'This decision can no longer be appealed.' },
  'poll-ended': { status: 403, message: 'This poll has ended.' },
  'poll-not-ended': { status: 403, message: 'This poll has not ended yet.' },
  'quiz-open': { status: 403, message: 'Answer the quiz first: its Deep Dive shows after your vote.' },
  'followers-only': { status: 403, message: 'This poll is for the followers of its author.' },
  'results-hidden': { status: 403, message: 'Vote first: you see results after your vote.' },
  'not-found': { status: 404, message: 'There is nothing here.' },
  'invitation-not-found': { status: 404, message: 'There is no such invitation. Look at the code again.' },
  'request-not-found': { status: 404, message: 'This request was taken back.' },
  'poll-not-found': { status: 404, message: 'Poll not found' },
  'user-not-found': { status: 404, message: 'User not found' },
  'comments-off': { status: 403, message: 'Comments are switched off for this poll.' },
  'comment-not-found': { status: 404, message: 'Comment not found' },
  'notification-not-found': { status: 404, message: 'Notification not found' },
  'case-not-found': { status: 404, message: 'Case not found' },
  'act-not-found': { status: 404, message: 'Decision not found' },
  'appeal-not-found': { status: 404, message: 'Appeal not found' },
  'deletion-not-found': { status: 404, message: 'The deletion of this account was not asked for, or has begun.' },
  'page-not-found': { status: 404, message: 'Nobody has written this page.' },
  'announcement-not-found': { status: 404, message: 'Announcement not found' },
  'search-not-found': { status: 404, message: 'Recent search not found' },
  'export-not-found': { status: 404, message: 'There is no file of your data.' },
  'passkey-not-found': { status: 404, message: 'Passkey not found' },
  'session-not-found': { status: 404, message: 'Session not found' },
  'method-not-allowed': { status: 405, message: 'This path does not take that method.' },
  'invitation-used-up': { status: 409, message: 'This invitation is used up. Ask for another.' },
  'invitation-ended': { status: 409, message: 'This invitation has ended. Ask for another.' },
  'too-many-invitations': { status: 409, message: 'You have invited as many people as one person can.' },
  'request-decided': { status: 409, message: 'Somebody else has decided on this request.' },
  abstained: { status: 409, message: 'You have looked at the results of this poll and given up your vote.' },
  'poll-not-ranked': { status: 409, message: 'Only polls that are answered by ranking have rounds.' },
  'already-voted': { status: 409, message: 'You have already voted on this poll.' },
  'case-taken': { status: 409, message: 'Somebody else has this case open.' },
  'case-decided': { status: 409, message: 'Somebody has decided this case already.' },
  'act-final': { status: 409, message: 'This cannot be taken back any more: it is gone for good.' },
  'act-undone': { status: 409, message: 'This decision has been taken back already.' },
  'already-appealed': { status: 409, message: 'You have appealed this decision already.' },
  'appeal-decided': { status: 409, message: 'Somebody has answered this appeal already.' },
  'one-time-codes-on': { status: 409, message: 'One-time codes are switched on already.' },
  'one-time-codes-off': { status: 409, message: 'One-time codes are not switched on.' },
  'auth/email-already-in-use': { status: 409, message: 'This email is already registered.' },
  'too-many-blocks': { status: 409, message: 'You have blocked as many people as possible. Unblock somebody first.' },
  'too-many-mutes': { status: 409, message: 'You have muted as many people as possible. Unmute somebody first.' },
  'settings-changed': { status: 409, message: 'This has been changed meanwhile. Please read it again first.' },
  'last-administrator': { status: 409, message: 'This server needs an administrator. Choose another one first.' },
  'last-way-in': { status: 409, message: 'This is the only way into your account. Choose a password first.' },
  'passkey-limit': { status: 409, message: 'This account has as many passkeys as it can have. Remove one first.' },
  'username-taken': { status: 409, message: 'Username already taken' },
  'too-large': { status: 413, message: 'The request is too large.' },
  'unsupported-media-type': { status: 415, message: 'This content type is not accepted here.' },
  'auth/too-many-requests': {
    status: 429,
    message: 'Too many failed login attempts. Please try again later or reset your password.',
  },
  'too-many-sign-ups': {
    status: 429,
    message: 'Many accounts have been made from your network. Please try again later.',
  },
  'insights-network-quota': {
    status: 429,
    message: 'Many Deep Dives have been asked for from your network. Please try again later.',
  },
  'insights-quota': { status: 429, message: 'You have asked for many Deep Dives. Please try again later.' },
  'too-many-polls': { status: 429, message: 'You have asked as many polls as one person can for now.' },
  'too-many-comments': { status: 429, message: 'You have written as many comments as one person can for now.' },
  'too-many-reactions': { status: 429, message: 'You have liked and saved as much as one person can for now.' },
  'too-many-follows': { status: 429, message: 'You have followed as many people as one person can for now.' },
  'too-many-renames': { status: 429, message: 'You have changed your name as often as one person can for now.' },
  'too-many-searches': { status: 429, message: 'You have searched as often as one person can for now.' },
  'too-many-uploads': { status: 429, message: 'You have uploaded as many files as one person can for now.' },
  'too-many-reports': { status: 429, message: 'You have reported as much as one person can for now.' },
  'too-many-requests': { status: 429, message: 'Too many requests. Please wait a moment.' },
  internal: { status: 500, message: 'Something went wrong on the server.' },
  'insights-unavailable': { status: 503, message: 'Deep Dive is not available right now. Please try again later.' },
  'google-unavailable': { status: 503, message: 'Google sign-in is not set up on this server.' },
  'passkeys-unavailable': { status: 503, message: 'Passkeys are not available at this address.' },
  'push-unavailable': { status: 503, message: 'Push notifications are not set up on this server.' },
  unavailable: { status: 503, message: 'This part of Inkling is not available right now. Please try again.' },
} as const satisfies Record<string, { status: number; message: string }>;
export type ErrorCode = keyof typeof ERRORS;
