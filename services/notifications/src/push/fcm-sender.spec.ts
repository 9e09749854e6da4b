import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FcmSender } from './fcm-sender.js';
import { FAILURES, FcmServer, agentTo, serviceAccount } from './fcm-server.spec-support.js';
import { messageOf } from './push-message.js';

let fcm: FcmServer;
let sender: FcmSender;
beforeAll(async () => {
  fcm = await FcmServer.start();
  sender = await FcmSender.open(fcm);
});
afterAll(async () => {
  await sender.close();
  await fcm.stop();
});

const message = messageOf(
  {
    kind: 'comment',
    notificationId: 5,
    topic: 'comment:5',
    ttl: 3_600,
    payload: { title: 'Inkling', body: 'Ada commented on your poll: "Yes"', link: '/poll/7', image: '/uploads/a.webp' },
  },
  'https://polls.example.org',
);
const targets = (...tokens: string[]) => tokens.map((token, index) => ({ id: index + 1, token }));

describe('FCM', () => {
  it('gets a message with all its fields, under the account of the server', async () => {
    expect(await sender.send(targets('phone'), message)).toEqual([{ is: 'sent' }]);
    expect(fcm.messages).toEqual([
      {
        token: 'phone',
        notification: {
          title: 'Inkling',
          body: 'Ada commented on your poll: "Yes"',
          image: 'https://polls.example.org/uploads/a.webp',
        },
        data: { link: 'https://polls.example.org/poll/7', kind: 'comment', noticeId: '5', tag: message.tag },
        webpush: {
          headers: { TTL: '3600', Topic: message.tag, Urgency: 'normal' },
          notification: { icon: 'https://polls.example.org/favicon.svg', tag: message.tag },
          fcmOptions: { link: 'https://polls.example.org/poll/7' },
        },
        android: expect.objectContaining({ collapse_key: message.tag, ttl: '3600s' }),
        apns: { headers: { 'apns-collapse-id': message.tag, 'apns-expiration': expect.stringMatching(/^\d{10}$/) } },
      },
    ]);
  });

  it('tells the dead from the busy, each device by itself', async () => {
    for (const [token, failure] of Object.entries(FAILURES)) fcm.failures.set(token, failure);
    const outcomes = await sender.send(targets('fine', ...Object.keys(FAILURES)), message);
    expect(
      Object.fromEntries(['fine', ...Object.keys(FAILURES)].map((token, index) => [token, outcomes[index]])),
    ).toEqual({
      fine: { is: 'sent' },
      unregistered: { is: 'dead' },
      badToken: { is: 'dead' },
      badMessage: { is: 'refused', reason: 'FCM: messaging/invalid-argument' },
      otherProject: { is: 'refused', reason: 'FCM: messaging/mismatched-credential' },
      quota: { is: 'later', reason: 'FCM: messaging/message-rate-exceeded', afterMs: 120_000 },
      internal: { is: 'later', reason: 'FCM: messaging/internal-error' },
      page: { is: 'later', reason: expect.stringMatching(/^FCM: messaging\//) },
    });
  });

  it('is signed in to once, not for every message', async () => {
    await sender.send(targets('again'), message);
    expect(fcm.signIns).toBe(1);
  });

  it('that cannot be reached is tried again later', async () => {
    // Nobody listens there; a port that has just been left may be given to another process.
    const lost = await FcmSender.open({ projectId: fcm.projectId, credential: fcm.credential, agent: agentTo(1) });
    try {
      expect(await lost.send(targets('a', 'b'), message)).toEqual([
        expect.objectContaining({ is: 'later' }),
        expect.objectContaining({ is: 'later' }),
      ]);
    } finally {
      await lost.close();
    }
  });

  it('is connected to as the agent says, over connections that are kept', async () => {
    const agent = agentTo(fcm.port, { keepAlive: true, maxSockets: 2 });
    const connections = fcm.connections;
    const keeping = await FcmSender.open({ projectId: fcm.projectId, credential: fcm.credential, agent });
    try {
      for (let time = 0; time < 3; time += 1) {
        const outcomes = await keeping.send(targets('a', 'b', 'c', 'd'), message);
        expect(outcomes).toEqual(Array(4).fill({ is: 'sent' }));
      }
      expect(fcm.connections - connections).toBe(2);
    } finally {
      await keeping.close();
    }
  });

  it('that answers for some devices only has these done, and is asked again for the others alone', async () => {
    fcm.silent.add('silent');
    const { projectId, credential, port } = fcm;
    const hasty = await FcmSender.open({ projectId, credential, agent: agentTo(port), deadlineMs: 1_000 });
    try {
      expect(await hasty.send(targets('first', 'silent', 'unregistered'), message)).toEqual([
        { is: 'sent' },
        { is: 'later', reason: 'FCM did not answer in time' },
        { is: 'dead' },
      ]);
    } finally {
      await hasty.close();
    }
  });

  it('does not take the token of a Web Push subscription', () => {
    expect(sender.identify('cW1:APA91b-token_of.a~browser')).toBe('cW1:APA91b-token_of.a~browser');
    expect(() => sender.identify('webpush.AAAA')).toThrow('This is no push token');
  });

  it('opens with a service account', async () => {
    const opened = await FcmSender.open({ serviceAccount: serviceAccount() });
    await opened.close();
  });

  it.each(['{"project_id": "x"}', '/nowhere/account.json', '{'])(
    'does not open with %s as its account',
    async (account) => {
      await expect(FcmSender.open({ serviceAccount: account })).rejects.toThrow();
    },
  );
});
