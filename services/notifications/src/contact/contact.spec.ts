import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { notificationsRpc } from '@inkling/contracts';
import { SmtpServer, eventually, startStack, type Stack } from '@inkling/testing';
import { service } from '../index.js';

let smtp: SmtpServer;
let stack: Stack;
beforeAll(async () => {
  smtp = await SmtpServer.start();
  stack = await startStack({
    services: [service],
    env: {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Inkling <hello@polls.example.org>',
      CONTACT_TO: 'team@polls.example.org',
      CONTACT_PER_IP: '3',
    },
  });
});
afterAll(async () => {
  await smtp.close();
  await stack.stop();
});

const message = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  message: 'A question.\n\n<b>Bold</b> & more',
};
let networks = 0;
const somewhere = (): string => `203.0.113.${(networks += 1)}`;
const send = (ip: string, own: Partial<typeof message> = {}, userId: number | null = null, on = stack) =>
  on.rpc.call(notificationsRpc.contact, { ...message, ...own, userId, client: { ip } });
const stored = (email: string, on = stack) =>
  on.sql(
    'notifications',
    'select user_id::int, first_name, last_name, email, message from contact_messages where email = $1 order by id',
    [email],
  );
const outcomes = (calls: Promise<unknown>[]) =>
  Promise.all(
    calls.map((call) =>
      call.then(
        () => 'ok',
        (error: { code: string }) => error.code,
      ),
    ),
  );

describe('a contact message', () => {
  it('is stored, and mailed to the team with the sender to answer to', async () => {
    await send(somewhere(), {}, 7);
    expect(await stored('ada@example.org')).toEqual([
      { user_id: 7, first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.org', message: message.message },
    ]);
    await eventually(() => smtp.delivered.length === 1);
    const [{ mail, to, from }] = smtp.delivered as [(typeof smtp.delivered)[number]];
    expect({ to, from, subject: mail.subject, replyTo: mail.replyTo }).toEqual({
      to: ['team@polls.example.org'],
      from: 'hello@polls.example.org',
      subject: 'Message from Ada Lovelace',
      replyTo: [{ name: 'Ada Lovelace', address: 'ada@example.org' }],
    });
    expect(mail.text).toContain('A question.\n\n<b>Bold</b> & more');
    expect(mail.html).toContain('A question.<br><br>&lt;b&gt;Bold&lt;/b&gt; &amp; more');
  });

  it('cannot add headers', async () => {
    await send(somewhere(), {
      firstName: 'Eve\r\nBcc: all@example.org',
      lastName: '"<x@example.org>',
      email: 'eve@example.org',
    });
    await eventually(() => smtp.delivered.some(({ mail }) => mail.replyTo?.[0]?.address === 'eve@example.org'));
    const { mail, to } = smtp.delivered.find(({ mail: one }) => one.replyTo?.[0]?.address === 'eve@example.org')!;
    expect([to, mail.bcc ?? [], mail.replyTo]).toEqual([
      ['team@polls.example.org'],
      [],
      [{ name: 'Eve Bcc: all@example.org "<x@example.org>', address: 'eve@example.org' }],
    ]);
    expect(mail.subject).toBe('Message from Eve Bcc: all@example.org "<x@example.org>');
  });

  it.each([{ email: 'no address' }, { message: ' ' }, { firstName: '' }, { message: 'x'.repeat(5_001) }])(
    'that its contract does not allow is refused (%#)',
    async (own) => {
      await expect(send(somewhere(), own)).rejects.toMatchObject({ code: 'invalid-request' });
    },
  );
});

describe('the limit', () => {
  it('counts messages of one address in an hour, also at once, and says how long to wait', async () => {
    const ip = somewhere();
    const all = await outcomes(Array.from({ length: 20 }, () => send(ip, { email: 'flood@example.org' })));
    expect(all.filter((one) => one === 'ok')).toHaveLength(3);
    expect(all.filter((one) => one === 'too-many-requests')).toHaveLength(17);
    expect(await stored('flood@example.org')).toHaveLength(3);
    const refused = (await send(ip).catch((error: unknown) => error)) as {
      status: number;
      extra: { retryAfter: number };
    };
    expect(refused.status).toBe(429);
    expect(refused.extra.retryAfter).toBeGreaterThan(3_500);
    expect(refused.extra.retryAfter).toBeLessThanOrEqual(3_600);
    expect(await outcomes([send(somewhere())])).toEqual(['ok']);
    await stack.sql(
      'notifications',
      `update contact_limits set started_at = now() - interval '1 hour' where network = $1`,
      [ip],
    );
    expect(await outcomes([send(ip), send(ip), send(ip), send(ip)])).toEqual(
      expect.arrayContaining(['ok', 'ok', 'ok', 'too-many-requests']),
    );
  });

  it.each([
    [
      'one household of IPv6',
      ['2001:db8:1:2::1', '2001:db8:1:ff:ffff::', '2001:DB8:1:2:3:4:5:6', '2001:db8:1:3::9%eth0'],
    ],
    ['IPv4 within IPv6', ['::ffff:198.51.100.7', '198.51.100.7', '::FFFF:198.51.100.7', '198.51.100.7']],
    ['what is no address', ['unknown', 'unknown', 'unknown', 'unknown']],
  ])('counts %s as one', async (_, ips) => {
    expect((await outcomes(ips.map((ip) => send(ip)))).filter((one) => one === 'ok')).toHaveLength(3);
  });

  it('counts a wider IPv6 block as eight households, and refused messages do not use it up', async () => {
    const households = Array.from({ length: 30 }, (_, number) => `2001:db8:3:${((number + 1) * 256).toString(16)}::1`);
    for (let time = 0; time < 30; time += 1) await outcomes([send(households[0]!)]);
    const all: string[] = [];
    for (const ip of households) all.push(...(await outcomes([send(ip)])));
    expect(all.filter((one) => one === 'ok')).toHaveLength(8 * 3 - 3);
    expect(all.at(-1)).toBe('too-many-requests');
    expect(await outcomes([send('2001:db8:4::1')])).toEqual(['ok']);
  });

  it('does not count neighbours as one', async () => {
    const neighbours = ['2001:db8:2:100::1', '2001:db8:2:200::1', '2001:db8:2:300::1', '2001:db8:2:400::1'];
    expect(await outcomes(neighbours.map((ip) => send(ip)))).toEqual(['ok', 'ok', 'ok', 'ok']);
  });
});

describe('without CONTACT_TO', () => {
  it('messages are only stored', async () => {
    const alone = await startStack({ services: [service] });
    try {
      await send('198.51.100.1', {}, null, alone);
      expect(await stored('ada@example.org', alone)).toHaveLength(1);
      expect(await alone.sql('notifications', 'select 1 from mail_queue')).toEqual([]);
    } finally {
      await alone.stop();
    }
  });
});
