// Many people watch one poll over a WebSocket each while votes come in. Every socket must get the last tally, and
// nobody who has not voted may get counts per option.
import exec from 'k6/execution';
import { check } from 'k6';
import { Counter, Trend } from 'k6/metrics';
import { setTimeout } from 'k6/timers';
import { WebSocket } from 'k6/websockets';
import { castOn } from './actions.js';
import { durationMs, origin, polls, summaryTrendStats, thresholds, users, vus as sockets } from './settings.js';

export { handleSummary } from './settings.js';
const HOLDERS = Math.min(sockets, 20);
/** Everyone is connected, then votes come in, then the last news arrive. */
const CONNECT_MS = Math.max(3_000, sockets * 4);
const REST_MS = 3_000;
const HALF = Math.floor(users.length / 2);
const votesPerSecond = Math.max(1, Math.floor(HALF / Math.max(1, durationMs / 1_000)));

const opened = new Counter('sockets_opened');
const lost = new Counter('sockets_lost');
const frames = new Counter('frames');
const lastSeen = new Trend('last_votes_seen');
const connecting = new Trend('socket_connecting', true);

export const options = {
  summaryTrendStats,
  thresholds: {
    ...thresholds,
    sockets_opened: [`count==${sockets}`],
    sockets_lost: ['count==0'],
    socket_connecting: ['p(95)<3000'],
  },
  scenarios: {
    watch: {
      executor: 'per-vu-iterations',
      exec: 'watch',
      vus: HOLDERS,
      iterations: 1,
      maxDuration: `${CONNECT_MS + durationMs + REST_MS + 30_000}ms`,
    },
    vote: {
      executor: 'constant-arrival-rate',
      exec: 'vote',
      startTime: `${CONNECT_MS}ms`,
      rate: votesPerSecond,
      timeUnit: '1s',
      duration: `${durationMs}ms`,
      preAllocatedVUs: 5,
      maxVUs: 20,
    },
  },
};

/** Holds its share of the sockets; the later half of the users watch and never vote. */
export function watch() {
  const holder = exec.scenario.iterationInTest;
  const until = exec.scenario.startTime + CONNECT_MS + durationMs + REST_MS;
  const share = [];
  for (let socket = holder; socket < sockets; socket += HOLDERS) share.push(socket);
  share.forEach((socket, index) =>
    setTimeout(
      () => hold(users[HALF + (socket % (users.length - HALF))], until),
      (index / share.length) * CONNECT_MS * 0.7,
    ),
  );
}

function hold(user, until) {
  const startedAt = Date.now();
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/ws`, null, {
    headers: { cookie: user.cookie, origin },
    tags: { name: 'WS /ws' },
  });
  let seen = { votesCount: -1, version: -1 };
  let withOptions = false;
  let ordered = true;
  let done = false;
  socket.onopen = () => {
    opened.add(1);
    connecting.add(Date.now() - startedAt);
    socket.send(JSON.stringify({ type: 'subscribe', pollId: polls[0] }));
    setTimeout(
      () => {
        done = true;
        socket.close();
      },
      Math.max(0, until - Date.now()),
    );
  };
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(data);
    if (frame.pollId !== polls[0] || frame.votesCount === undefined) return;
    frames.add(1);
    ordered &&= frame.version >= seen.version;
    withOptions ||= frame.options !== undefined;
    seen = frame;
  };
  socket.onclose = () => {
    if (!done) lost.add(1);
    lastSeen.add(seen.votesCount);
    check(seen, {
      'receives the poll': ({ votesCount }) => votesCount >= 0,
      'no counts per option before voting': () => !withOptions,
      'versions only grow': () => ordered,
    });
  };
  socket.onerror = () => undefined;
}

/** Each of the first half of the users votes once, on the poll that everyone watches. */
export function vote() {
  const index = exec.scenario.iterationInTest;
  if (index < HALF) castOn(polls[0], { ...users[index], index });
}
