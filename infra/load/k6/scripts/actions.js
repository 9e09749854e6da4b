// What people do, one function each.
import { check } from 'k6';
import { Counter } from 'k6/metrics';
import { call, note, parsed } from './api.js';
import { anyPoll, newBallot, someone } from './people.js';
import { optionCount } from './settings.js';

const votesAcknowledged = new Counter('votes_acknowledged');
/** No answer, or one that leaves open whether the vote was counted. */
const votesOpen = new Counter('votes_open');
const ballotsUsedUp = new Counter('ballots_used_up');

/** The API takes 20 comments a minute of one user. */
const COMMENT_PAUSE_MS = 4_000;
const SEARCHES = ['load', 'test', 'poll', 'loda', 'coffee', 'morning'];
const pick = (list) => list[Math.floor(Math.random() * list.length)];

/** The feed's first page, sometimes the next ones; then a poll of it with its comments. */
export function browse() {
  const user = someone();
  let path = '/api/polls';
  let page;
  for (let depth = 0; depth < 3; depth += 1) {
    const answer = call('GET', path, user, 'GET /api/polls');
    page = parsed(answer);
    if (answer.status !== 200) return;
    check(page, { 'a page of polls': ({ polls }) => Array.isArray(polls) });
    if (!page.pagination.nextCursor || Math.random() < 0.6) break;
    path = `/api/polls?cursor=${page.pagination.nextCursor}`;
  }
  const chosen = pick(page.polls);
  if (chosen) read(user, chosen.id);
}

/** A poll and its comments. */
export function read(user, id) {
  const poll = call('GET', `/api/polls/${id}`, user, 'GET /api/polls/:id');
  if (poll.status === 200) check(parsed(poll), { 'the poll asked for': (body) => body.id === id });
  call('GET', `/api/polls/${id}/comments`, user, 'GET /api/polls/:id/comments');
}

/** What else is on the screen: notifications, trending polls, featured users, a search, someone's profile. */
export function lookAround() {
  const user = someone();
  const path = pick([
    '/api/notifications',
    '/api/notifications/unread/count',
    '/api/polls/trending',
    '/api/users/featured',
    '/api/auth/me',
    `/api/users/${user.id}`,
    `/api/search?q=${pick(SEARCHES)}`,
  ]);
  call('GET', path, user, `GET ${path.replace(/\/\d+|\?.*/g, '')}`);
}

/** One vote that is new. @returns whether there was one left to cast */
export function vote() {
  const ballot = newBallot();
  if (!ballot) {
    ballotsUsedUp.add(1);
    return false;
  }
  castOn(ballot.poll, ballot.user);
  return true;
}

/** A member's vote on a poll. The option follows from both, so that nothing has to be kept to check it afterwards. */
export function castOn(poll, user) {
  const optionIndex = (poll + user.index) % optionCount;
  const answer = call('POST', '/api/votes', user, 'POST /api/votes', { pollId: poll, optionIndex });
  if (answer.status !== 200) {
    votesOpen.add(1);
    return;
  }
  votesAcknowledged.add(1);
  note(`vote ${user.index} ${poll}`);
  check(parsed(answer), {
    "one's own vote comes back": (body) => body.userVote === optionIndex && body.votesCount >= 1,
  });
}

/** A like on any poll; again it changes nothing. */
export function like() {
  const user = someone();
  const poll = anyPoll();
  if (call('POST', '/api/likes', user, 'POST /api/likes', { pollId: poll }).status === 200)
    note(`like ${user.index} ${poll}`);
}

/** A comment, no more often than the API takes one of the same user. */
export function comment() {
  const user = someone();
  if (Date.now() - user.commentedAt < COMMENT_PAUSE_MS) return;
  user.commentedAt = Date.now();
  const poll = anyPoll();
  const answer = call('POST', '/api/comments', user, 'POST /api/comments', {
    pollId: poll,
    content: `Load ${Date.now().toString(36)} ${Math.random().toString(36).slice(2)}`,
  });
  if (answer.status === 201) note(`comment ${poll} ${parsed(answer).id}`);
}

/** One of all of this, as often as people do it: for each vote some three reads, now and then a like or a comment. */
export function anything() {
  const chance = Math.random();
  if (chance < 0.5) browse();
  else if (chance < 0.68) lookAround();
  else if (chance < 0.94) vote();
  else if (chance < 0.98) like();
  else comment();
}
