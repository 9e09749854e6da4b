import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, jest, test } from '@jest/globals';

type Listener = (event: {
  data?: unknown;
  notification?: unknown;
  waitUntil: (work: Promise<unknown>) => void;
}) => void;

let listeners: Map<string, Listener>;
let shown: { title: string; options: { data: unknown } }[];
/** Windows of the application that are open. */
let open: { focus: jest.Mock; postMessage: jest.Mock }[];
const openWindow = jest.fn(async () => null);
/** Statuses that the server answers, in order; 200 after these. */
let statuses: number[];
let asked: string[];

beforeEach(async () => {
  [listeners, shown, open, statuses, asked] = [new Map(), [], [], [], []];
  openWindow.mockClear();
  const self = {
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    location: { origin: 'https://inkling.example' },
    clients: { matchAll: async () => open, openWindow },
    registration: {
      showNotification: async (title: string, options: { data: unknown }) => void shown.push({ title, options }),
    },
  };
  const fetch = async (path: string, { method, credentials }: RequestInit) => {
    asked.push(`${method} ${path} ${credentials}`);
    const status = statuses.shift() ?? 200;
    if (status === 0) throw new TypeError('Failed to fetch');
    return { ok: status < 300, status };
  };
  runInNewContext(await readFile(join(process.cwd(), 'web/public/worker/push.js'), 'utf8'), { self, URL, fetch });
});

async function dispatch(type: string, event: object): Promise<void> {
  const work: Promise<unknown>[] = [];
  listeners.get(type)!({ ...event, waitUntil: (one) => work.push(one) });
  await Promise.all(work);
}

/** A message arrives and its notification is pressed. */
async function press(message: object): Promise<void> {
  await dispatch('push', { data: { json: () => message } });
  const { options } = shown.at(-1)!;
  await dispatch('notificationclick', { notification: { data: options.data, close: () => undefined } });
}

const message = (data: object) => ({
  title: 'Amara commented',
  link: '/poll/7',
  data: { kind: 'comment', tag: 't', ...data },
});

test.each([12, '12'])(
  'a pressed notification opens its page and marks its notification %j as read',
  async (noticeId) => {
    await press(message({ noticeId }));
    expect(openWindow.mock.calls).toEqual([['/poll/7']]);
    expect(asked).toEqual(['POST /api/notifications/12/read include']);
  },
);

test('the page that is open comes to the front and goes there', async () => {
  open = [{ focus: jest.fn(), postMessage: jest.fn() }];
  await press(message({ noticeId: 12 }));
  expect(open[0]!.postMessage.mock.calls).toEqual([[{ type: 'open', link: '/poll/7' }]]);
  expect(open[0]!.focus).toHaveBeenCalledTimes(1);
  expect(asked).toEqual(['POST /api/notifications/12/read include']);
});

test('a session that has to be renewed first is renewed once', async () => {
  statuses = [401, 200, 200];
  const [read, renew] = ['POST /api/notifications/12/read include', 'POST /api/auth/refresh-session include'];
  await press(message({ noticeId: 12 }));
  expect(asked).toEqual([read, renew, read]);
  asked = [];
  statuses = [401, 401];
  await press(message({ noticeId: 12 }));
  expect(asked).toEqual([read, renew]);
});

test('neither a server that is away nor a notification that is gone keeps the page from opening', async () => {
  for (const status of [0, 404, 503]) {
    statuses = [status];
    await press(message({ noticeId: 12 }));
  }
  expect(openWindow).toHaveBeenCalledTimes(3);
  expect(asked).toHaveLength(3);
});

test.each([undefined, null, '../../auth/logout', '12/../../x', 1.5, -1])(
  'what is no notification (%j) asks the server for nothing',
  async (noticeId) => {
    await press(message({ noticeId }));
    expect(openWindow).toHaveBeenCalledTimes(1);
    expect(asked).toEqual([]);
  },
);
