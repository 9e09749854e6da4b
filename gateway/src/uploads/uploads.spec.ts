import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { MEDIA_MAX_BYTES, SESSION_REVOKED_SUBJECT, StoredMedia } from '@inkling/contracts';
import { eventually, processorTime } from '@inkling/testing';
import sharp from 'sharp';
import { UploadsGateway } from './gateway.spec-support.js';
import { blankPng, gpsJpeg } from './pictures.spec-support.js';

const fixture = (name: string): Promise<Buffer> => readFile(join(process.cwd(), 'gateway/src/uploads/fixtures', name));
const BOUNDARY = 'inkling-boundary';
const filePart = (field: string, name: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n` +
  'Content-Type: image/png\r\n\r\n';
const fieldPart = (name: string, value: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const FIELDS = fieldPart('question', 'Which?') + fieldPart('options', '["A","B"]');
/** Also after a reset. */
const closed = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve));
/** How many files have arrived in full. */
const whole = async (gateway: UploadsGateway, size: number): Promise<number> => {
  const found = await Promise.all(
    (await gateway.arriving()).map((name) => stat(join(gateway.folder, 'arriving', name)).catch(() => undefined)),
  );
  return found.filter((file) => file?.size === size).length;
};
const END = `\r\n--${BOUNDARY}--\r\n`;

describe('uploads', () => {
  let gateway: UploadsGateway;
  beforeAll(async () => {
    gateway = await UploadsGateway.start();
  });
  afterAll(() => gateway.stop());
  afterEach(async () => {
    // Whatever happened, nothing that arrived is left, and no object without an owner.
    await eventually(async () => expect(await gateway.arriving()).toEqual([]));
    await eventually(async () =>
      expect((await gateway.objects()).filter((name) => !gateway.owned.has(`/uploads/${name}`))).toEqual([]),
    );
  });

  /** A request that is written by hand. */
  const open = async (
    length: number,
    headers = `Cookie: ${gateway.cookie(9)}\r\n`,
    port = gateway.port,
  ): Promise<{ socket: Socket; answer: () => string }> => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString())).on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(
      `POST /api/polls HTTP/1.1\r\nHost: localhost\r\n${headers}` +
        `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${length}\r\n\r\n`,
    );
    return { socket, answer: () => text };
  };

  it('of a picture end as an object that the poll owns and anyone can see', async () => {
    const answer = await gateway.upload(await gpsJpeg(400, 200), { name: '../../etc/passwd.html', type: 'text/html' });
    expect(answer.status).toBe(201);
    const media = StoredMedia.parse(gateway.created.at(-1)?.media);
    expect(media).toMatchObject({ kind: 'image', width: 200, height: 400, duration: null, path: answer.json.media });
    expect(media.thumbhash).toMatch(/^[A-Za-z0-9+/]{20,40}=*$/);
    const served = await gateway.send(media.path, { headers: { cookie: '' } });
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const { width, height, exif } = await sharp(served.bytes).metadata();
    expect({ width, height, exif }).toEqual({ width: 200, height: 400, exif: undefined });
  });

  it('of a video end upright, without place, with their length', async () => {
    expect((await gateway.upload(await fixture('gps-rotated.mp4'), { name: 'clip.jpg' })).status).toBe(201);
    const media = StoredMedia.parse(gateway.created.at(-1)?.media);
    expect(media).toMatchObject({ kind: 'video', width: 90, height: 160, duration: 2, thumbhash: null });
    expect(media.path).toMatch(/\.mp4$/);
    const served = await gateway.send(media.path);
    expect(served.headers.get('content-type')).toBe('video/mp4');
    expect(served.bytes.toString('latin1')).not.toMatch(/48\.8577|Secret/);
    expect((await gateway.upload(await fixture('gps.webm'))).status).toBe(201);
    expect((await gateway.upload(await fixture('gps.mov'))).json.media).toMatch(/\.mp4$/);
  });

  it('of a profile picture end as a square that the account owns', async () => {
    for (const path of ['/api/users/me/update', '/api/users/create-profile']) {
      const form = new FormData();
      form.set(
        'profilePicture',
        new Blob([
          new Uint8Array(
            await sharp({ create: { width: 900, height: 600, channels: 3, background: 'red' } })
              .png()
              .toBuffer(),
          ),
        ]),
        'me.png',
      );
      form.set('name', 'Ada');
      form.set('username', 'ada');
      const answer = await gateway.send(path, { method: 'POST', body: form });
      expect([answer.status, answer.json['profilePicture']]).toEqual([200, gateway.saved.at(-1)?.profilePicture]);
      const { width, height } = await sharp(
        (await gateway.send(String(answer.json['profilePicture']))).bytes,
      ).metadata();
      expect([width, height]).toEqual([512, 512]);
    }
    const form = new FormData();
    for (const [name, value] of [
      ['name', 'Ada'],
      ['username', 'ada'],
    ] as const)
      form.set(name, value);
    form.set('profilePicture', new Blob([new Uint8Array(await fixture('gps.webm'))]), 'me.png');
    expect(await gateway.send('/api/users/me/update', { method: 'POST', body: form })).toMatchObject({
      status: 415,
      json: { code: 'unsupported-media-type' },
    });
  });

  it('go without a file, also when the browser sends the empty field', async () => {
    for (const name of ['', 'media']) {
      const form = new FormData();
      form.set('question', 'Which?');
      form.set('options', '["A","B"]');
      if (name) form.set(name, new Blob([]), '');
      expect((await gateway.send('/api/polls', { method: 'POST', body: form })).status).toBe(201);
      expect(gateway.created.at(-1)?.media).toBeUndefined();
    }
  });

  it('of 25 MiB are taken as media, and of one byte more are 413', async () => {
    const before = gateway.created.length;
    const at = await gateway.upload(Buffer.alloc(MEDIA_MAX_BYTES, 0x41));
    // Not too large; and no picture.
    expect([at.status, at.json.code]).toEqual([415, 'unsupported-media-type']);
    const above = await gateway.upload(Buffer.alloc(MEDIA_MAX_BYTES + 1, 0x41));
    expect([above.status, above.json]).toEqual([413, { code: 'too-large', message: 'Media can be at most 25 MB.' }]);
    const far = await gateway.upload(Buffer.alloc(2 * MEDIA_MAX_BYTES));
    expect([far.status, far.json.code]).toEqual([413, 'too-large']);
    expect(gateway.created).toHaveLength(before);
  });

  describe('of options', () => {
    const alts = (count: number): string => JSON.stringify(Array.from({ length: count }, (_, i) => `Picture ${i}`));
    const send = (fields: Record<string, string>, files: Record<string, Buffer>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ question: 'Which door?', options: '["A","B"]', ...fields }))
        form.set(name, value);
      for (const [name, bytes] of Object.entries(files)) form.set(name, new Blob([new Uint8Array(bytes)]), 'a.jpg');
      return gateway.send('/api/polls', { method: 'POST', body: form });
    };

    it('end as objects in the order of the options, beside the media', async () => {
      const [media, first, second] = [await gpsJpeg(30, 60), await gpsJpeg(40, 20), await gpsJpeg(2_000, 1_000)];
      const before = gateway.counted.length;
      const answer = await send(
        { optionAlts: alts(2), sealed: 'true' },
        { optionImage1: second, media, optionImage0: first },
      );
      expect(answer.status).toBe(201);
      expect(gateway.created.at(-1)).toMatchObject({
        optionAlts: ['Picture 0', 'Picture 1'],
        // Turned upright, and not larger than a card shows.
        media: { width: 60, height: 30 },
        optionImages: [
          { kind: 'image', width: 20, height: 40 },
          { kind: 'image', width: 640, height: 1_280 },
        ],
      });
      // As one upload.
      expect(gateway.counted).toHaveLength(before + 1);
      expect(await gateway.arriving()).toEqual([]);
    });

    it('must be pictures, of every option, and described', async () => {
      const picture = await gpsJpeg(40, 20);
      const [made, before] = [gateway.created.length, await gateway.objects()];
      const both = { optionImage0: picture, optionImage1: picture };
      const every = 'Give every option a picture, or none.';
      const described = 'Describe the picture of every option';
      for (const [fields, files, status, message] of [
        [{ optionAlts: alts(2) }, { optionImage0: picture }, 400, every],
        [{ optionAlts: alts(2) }, { optionImage1: picture, optionImage2: picture }, 400, every],
        [{ optionAlts: alts(2) }, {}, 400, every],
        [{ optionAlts: alts(2) }, { ...both, optionImage2: picture }, 400, every],
        [{}, both, 400, `${described}.`],
        [{ optionAlts: alts(1) }, both, 400, described],
        [{ optionAlts: '["A door"," "]' }, both, 400, 'The description of a picture cannot be empty'],
        [{ optionAlts: 'A door' }, both, 400, 'optionAlts must be a list of texts'],
        [{ optionAlts: alts(2) }, { ...both, optionImage6: picture }, 400, undefined],
        [{ optionAlts: alts(2) }, { ...both, optionImage1: Buffer.from('no picture') }, 415, undefined],
        [
          { optionAlts: alts(2) },
          { ...both, optionImage1: await fixture('gps.webm') },
          415,
          'The picture of an option is a JPG, PNG, GIF or WebP. Please choose another file.',
        ],
        [
          { optionAlts: alts(2) },
          { optionImage0: Buffer.alloc(MEDIA_MAX_BYTES), optionImage1: picture },
          413,
          'The files of a form can be at most 25 MB together.',
        ],
      ] as const) {
        const answer = await send(fields, files as Record<string, Buffer>);
        expect({ fields, status: answer.status, message: answer.json.message }).toEqual({
          fields,
          status,
          message: message ?? expect.any(String),
        });
      }
      expect(gateway.created).toHaveLength(made);
      expect(await gateway.objects()).toEqual(before);
      expect(await gateway.arriving()).toEqual([]);
    });

    it('leave no object when their poll is refused', async () => {
      const before = await gateway.objects();
      const picture = await gpsJpeg(40, 20);
      gateway.failures.set('Refused?', 'too-many-polls');
      const answer = await send(
        { question: 'Refused?', optionAlts: alts(2) },
        { media: picture, optionImage0: picture, optionImage1: picture },
      );
      expect(answer.status).toBe(429);
      expect(await gateway.objects()).toEqual(before);
    });
  });

  it('that claim to be enormous are refused before they come', async () => {
    const { socket, answer } = await open(10_000_000_000);
    await eventually(() => expect(answer()).toMatch(/^HTTP\/1.1 413 [^]*Media can be at most 25 MB/));
    socket.destroy();
  });

  it('of what is no picture are refused in under a second, with flat memory', async () => {
    const svg = Buffer.from(
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">' +
        '<script>alert(1)</script></svg>',
    );
    const html = Buffer.from('<!doctype html><html><script>alert(1)</script></html>');
    const gif = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
      .gif()
      .toBuffer();
    const png = await blankPng(16_384, 16_384);
    const cases: [string, Buffer, string][] = [
      ['image.svg', svg, 'image/svg+xml'],
      ['image.png', svg, 'image/png'],
      ['page.jpg', html, 'image/jpeg'],
      ['polyglot.gif', Buffer.concat([gif, html]), 'image/gif'],
      ['polyglot.gif', Buffer.concat([Buffer.from('GIF89a'), html]), 'image/gif'],
      ['huge.png', png, 'image/png'],
      ['noise.mp4', Buffer.alloc(50_000, 0x37), 'video/mp4'],
      ['text.webm', Buffer.from('just text'), 'video/webm'],
    ];
    const before = process.memoryUsage.rss();
    for (const [name, bytes, type] of cases) {
      const used = await processorTime(async () => {
        const answer = await gateway.upload(bytes, { name, type });
        expect([name, answer.status, answer.json.code]).toEqual([name, 415, 'unsupported-media-type']);
        expect(answer.json.message).toMatch(/^[A-Z].*\.$/);
      });
      expect(used).toBeLessThan(1_000);
    }
    // Decoded, the PNG alone would take 256 MB.
    expect(process.memoryUsage.rss() - before).toBeLessThan(128 * 1024 * 1024);
  });

  it('in the wrong field, of two files, of nothing, or of a wrong form are 400, and cost nothing', async () => {
    const picture = await gpsJpeg(40, 20);
    expect((await gateway.upload(picture, { field: 'profilePicture' })).json).toMatchObject({
      code: 'invalid-request',
      message: expect.stringMatching(/^This form takes files only as media, optionImage0,/),
    });
    expect((await gateway.upload(Buffer.alloc(0))).json).toMatchObject({
      code: 'invalid-request',
      message: 'The file is empty.',
    });
    const invalid = await gateway.upload(picture, { fields: { question: ' ', options: '["A","B"]' } });
    expect([invalid.status, invalid.json.message]).toEqual([400, 'Question cannot be empty']);
    const two = new FormData();
    for (const name of ['media', 'media']) two.append(name, new Blob([new Uint8Array(picture)]), 'a.jpg');
    two.set('question', 'Which?');
    two.set('options', '["A","B"]');
    expect(await gateway.send('/api/polls', { method: 'POST', body: two })).toMatchObject({
      status: 400,
      json: { message: 'Send one file at most in the field media.' },
    });
    // Names of media types know no case.
    const headers = { cookie: gateway.cookie(), 'content-type': `Multipart/Form-Data; boundary=${BOUNDARY}` };
    const body = Buffer.concat([
      Buffer.from(fieldPart('question', ' ') + filePart('media', 'a.jpg')),
      picture,
      Buffer.from(END),
    ]);
    expect(
      (await gateway.send('/api/polls', { method: 'POST', headers, body: new Uint8Array(body) })).json.message,
    ).toBe('Question cannot be empty');
    // On a form that has no file at all.
    expect((await gateway.send('/api/votes', { method: 'POST', body: two })).status).toBe(415);
  });

  it('are refused to strangers and other sites before anything is read', async () => {
    const { socket, answer } = await open(20_000_000, '');
    await eventually(() => expect(answer()).toMatch(/^HTTP\/1.1 401 /));
    socket.destroy();
    const other = await open(20_000_000, `Cookie: ${gateway.cookie()}\r\nSec-Fetch-Site: cross-site\r\n`);
    await eventually(() => expect(other.answer()).toMatch(/^HTTP\/1.1 403 /));
    other.socket.destroy();
    const incomplete = await open(20_000_000, `Cookie: ${gateway.cookie(5, false)}\r\n`);
    await eventually(() => expect(incomplete.answer()).toMatch(/^HTTP\/1.1 403 [^]*profile-incomplete/));
    incomplete.socket.destroy();
    expect(await gateway.arriving()).toEqual([]);
  });

  it('that break off in the middle leave nothing', async () => {
    const before = gateway.created.length;
    const { socket } = await open(5_000_000);
    socket.write(FIELDS + filePart('media', 'a.png'));
    socket.write(Buffer.alloc(1_000_000));
    await eventually(async () => expect(await gateway.arriving()).toHaveLength(1));
    socket.destroy();
    await eventually(async () => expect(await gateway.arriving()).toEqual([]));
    expect(gateway.created).toHaveLength(before);
  });

  it('end with their session', async () => {
    const before = gateway.created.length;
    const cookie = gateway.cookie(9);
    const { sid: sessionId } = JSON.parse(Buffer.from(cookie.split('.')[1]!, 'base64url').toString()) as {
      sid: string;
    };
    const [signedOut, other] = [await open(5_000_000, `Cookie: ${cookie}\r\n`), await open(5_000_000)];
    for (const { socket } of [signedOut, other]) socket.write(FIELDS + filePart('media', 'a.png') + 'x');
    await eventually(async () => expect(await gateway.arriving()).toHaveLength(2));
    const ended = closed(signedOut.socket);
    gateway.services.connection.publish(SESSION_REVOKED_SUBJECT, JSON.stringify({ userId: 9, sessionId }));
    await ended;
    await eventually(async () => expect(await gateway.arriving()).toHaveLength(1));
    expect([other.socket.destroyed, gateway.created.length]).toEqual([false, before]);
    other.socket.destroy();
  });

  it('whose poll is refused leave no object', async () => {
    const picture = await gpsJpeg(40, 20);
    gateway.failures.set('Too early?', 'end-date-too-early');
    expect(
      (await gateway.upload(picture, { fields: { question: 'Too early?', options: '["A","B"]' } })).json.code,
    ).toBe('end-date-too-early');
    expect((await gateway.objects()).filter((name) => !gateway.owned.has(`/uploads/${name}`))).toEqual([]);
  });

  it('of many at once all arrive', async () => {
    const pictures = await Promise.all(
      Array.from({ length: 24 }, (_, i) =>
        sharp({ create: { width: 300 + i, height: 200, channels: 3, background: { r: i * 10, g: 0, b: 0 } } })
          .jpeg()
          .toBuffer(),
      ),
    );
    const answers = await Promise.all(
      pictures.map((picture, i) => gateway.upload(picture, { userId: 100 + i, network: `203.0.113.${i}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(pictures.map(() => 201));
    const paths = answers.map(({ json }) => json.media!);
    expect(new Set(paths).size).toBe(24);
    const widths = await Promise.all(
      paths.map(async (path) => (await sharp((await gateway.send(path)).bytes).metadata()).width),
    );
    expect(widths).toEqual(pictures.map((_, i) => 300 + i));
  });

  it('of one user do not take the places of all', async () => {
    const own = await Promise.all(Array.from({ length: 4 }, () => open(1_000_000)));
    for (const { socket } of own) socket.write(FIELDS + filePart('media', 'a.png') + 'x');
    await eventually(async () => expect(await gateway.arriving()).toHaveLength(4));
    expect(await gateway.upload(await gpsJpeg(40, 20), { userId: 9 })).toMatchObject({
      status: 503,
      json: { code: 'unavailable' },
    });
    expect((await gateway.upload(await gpsJpeg(40, 20), { userId: 10 })).status).toBe(201);
    for (const { socket } of own) socket.destroy();
  });

  it('of one user do not take the places of all while they are worked on either', async () => {
    const own = await UploadsGateway.start({ UPLOADS_AT_ONCE: '1' });
    try {
      const slow = await blankPng(4_000, 4_000);
      const first = Array.from({ length: 4 }, () => own.upload(slow, { userId: 9 }));
      await eventually(async () => expect(await whole(own, slow.length)).toBe(4));
      expect(await own.upload(await gpsJpeg(40, 20), { userId: 9 })).toMatchObject({
        status: 503,
        json: { code: 'unavailable' },
      });
      const other = own.upload(await gpsJpeg(40, 20), { userId: 10 });
      expect((await Promise.all([...first, other])).map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
      // A refused form gives its place back as well.
      for (let i = 0; i < 5; i++)
        expect((await own.upload(await gpsJpeg(40, 20), { userId: 9, fields: { question: '' } })).status).toBe(400);
      await eventually(async () => expect((await own.upload(await gpsJpeg(40, 20), { userId: 9 })).status).toBe(201));
    } finally {
      await own.stop();
    }
  });

  it('whose sender leaves once all has been sent leave an object only with a poll', async () => {
    const body = Buffer.concat([
      Buffer.from(FIELDS + filePart('media', 'a.png')),
      await sharp({ create: { width: 1_500, height: 1_500, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
      Buffer.from(END),
    ]);
    for (let i = 0; i < 4; i++) {
      const { socket } = await open(body.length);
      socket.write(body, () => setTimeout(() => socket.destroy(), i * 15));
      await closed(socket);
    }
  });

  it('whose sender has left are finished before the gateway ends', async () => {
    // Those of the test before may still be under way on the other.
    const own = await UploadsGateway.start();
    const question = 'Who waits?';
    own.failures.set(question, 'end-date-too-early');
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    own.held.set(question, () => (ask(), answered));
    const body = Buffer.concat([
      Buffer.from(fieldPart('question', question) + fieldPart('options', '["A","B"]') + filePart('media', 'a.png')),
      await blankPng(8, 8),
      Buffer.from(END),
    ]);
    const { socket } = await open(body.length, undefined, own.port);
    socket.write(body);
    await asked;
    expect((await own.objects()).filter((name) => !own.owned.has(`/uploads/${name}`))).toHaveLength(1);
    socket.destroy();
    const stopped = own.stack.stopService('gateway');
    // Longer than a gateway without work takes to end.
    expect(await Promise.race([stopped.then(() => 'ended'), delay(1_000, 'waits')])).toBe('waits');
    answer();
    await stopped;
    expect((await own.objects()).filter((name) => !own.owned.has(`/uploads/${name}`))).toEqual([]);
    await own.stop();
  });
});
