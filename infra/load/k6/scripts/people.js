// Gives each virtual user its part of the pool of people, so that nobody votes twice and no two share a session.
import exec from 'k6/execution';
import { polls, users, vus } from './settings.js';

let own;
let turn = 0;
let pair = 0;

function members() {
  const first = (exec.vu.idInTest - 1) % Math.min(vus, users.length);
  own ??= users
    .map((user, index) => ({ ...user, index, commentedAt: 0 }))
    .filter((user) => user.index % Math.min(vus, users.length) === first);
  return own;
}

/** The virtual user's members, one after another. */
export function someone() {
  const list = members();
  return list[turn++ % list.length];
}

/** @returns {number} id of a poll of this load, any */
export const anyPoll = () => polls[Math.floor(Math.random() * polls.length)];

/**
 * A member and a poll on which that member has not voted yet.
 * @returns undefined once there are none left
 */
export function newBallot() {
  const list = members();
  const poll = polls[Math.floor(pair / list.length)];
  if (poll === undefined) return undefined;
  return { user: list[pair++ % list.length], poll };
}
