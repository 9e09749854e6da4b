import { writeFile, utimes, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pollDeleted, profileUpdated } from '@inkling/contracts';
import { EventFeed, eventually } from '@inkling/testing';
import { jetstreamManager } from '@nats-io/jetstream';
import { UploadsGateway } from './gateway.spec-support.js';
import { MediaSweep } from './media-sweep.js';
import { newKey } from './object-key.js';
import { gpsJpeg } from './pictures.spec-support.js';

const HOUR_MS = 3_600_000;

describe('stored media', () => {
  let gateway: UploadsGateway;
  let feed: EventFeed;
  let picture: Buffer;
  beforeAll(async () => {
    gateway = await UploadsGateway.start();
    feed = await EventFeed.connect(gateway.stack);
    picture = await gpsJpeg(40, 20);
  });
  afterAll(async () => {
    await feed.close();
    await gateway.stop();
  });

  const store = async (): Promise<string> => {
    const { json } = await gateway.upload(picture);
    expect(await gateway.objects()).toContain(json.media!.slice('/uploads/'.length));
    return json.media!;
  };
  const gone = (path: string): Promise<void> =>
    eventually(async () => expect(await gateway.objects()).not.toContain(path.slice('/uploads/'.length)), {
      timeoutMs: 20_000,
    });
  const deleted = (media: string | null, ...optionImages: string[]) =>
    feed.publishTwice(pollDeleted, { pollId: 1, authorId: 1, media, optionImages });
  const replaced = (replacedPicture: string) =>
    feed.publishTwice(profileUpdated, {
      userId: 1,
      name: 'Ada',
      username: 'ada',
      profilePicture: null,
      hasCompletedProfile: true,
      replacedPicture,
      version: 2,
    });

  it('goes with its poll, and when another picture takes its place', async () => {
    const [media, option, picture, other] = [await store(), await store(), await store(), await store()];
    await deleted(media, option);
    await replaced(picture);
    await Promise.all([gone(media), gone(option), gone(picture)]);
    expect((await gateway.send(media)).status).toBe(404);
    expect((await gateway.send(other)).status).toBe(200);
  });

  it('stays whatever an event says that names no object', async () => {
    const kept = await store();
    for (const path of [
      null,
      '',
      '/uploads/../../../etc/hosts',
      `/uploads/x/../${kept.slice(9)}`,
      'https://example.org/a.webp',
    ])
      await deleted(path);
    await feed.drained('polls-events', 1);
    expect((await gateway.send(kept)).status).toBe(200);
  });

  it('goes also when the events came while the gateway was away, or their streams were lost', async () => {
    const [first, second] = [await store(), await store()];
    await gateway.stack.stopService('gateway');
    await deleted(first);
    await gateway.stack.startService('gateway');
    await gone(first);
    const manager = await jetstreamManager(gateway.services.connection);
    await manager.streams.delete('polls-events');
    await eventually(async () => expect(await manager.streams.info('polls-events')).toBeDefined(), {
      timeoutMs: 20_000,
    });
    await deleted(second);
    await gone(second);
  }, 60_000);

  describe('that nothing owns', () => {
    const sweep = () => gateway.stack.service('gateway').app.get(MediaSweep);
    const orphan = async (): Promise<string> => {
      const key = newKey('webp');
      await mkdir(join(gateway.folder, 'media', key.slice(0, 2)), { recursive: true });
      await writeFile(join(gateway.folder, 'media', key.slice(0, 2), key), 'x');
      return key;
    };
    const age = async (key: string): Promise<void> => {
      const then = new Date(Date.now() - 2 * HOUR_MS);
      await utimes(join(gateway.folder, 'media', key.slice(0, 2), key), then, then);
    };

    it('goes after an hour; what is young or owned stays', async () => {
      const owned = (await store()).slice('/uploads/'.length);
      const orphans = await Promise.all(Array.from({ length: 40 }, orphan));
      const young = await orphan();
      for (const key of [...orphans, owned]) await age(key);
      expect(await sweep().run()).toBe(40);
      const left = await gateway.objects();
      expect(left).toEqual(expect.arrayContaining([owned, young]));
      expect(left.filter((key) => orphans.includes(key))).toEqual([]);
      expect(await sweep().run(Date.now() + 2 * HOUR_MS)).toBe(1);
      expect(await gateway.objects()).not.toContain(young);
      expect((await gateway.send(`/uploads/${owned}`)).status).toBe(200);
    });

    it('stays while its owners do not answer', async () => {
      const key = await orphan();
      await age(key);
      await gateway.services.connection.drain();
      await expect(sweep().run()).rejects.toMatchObject({ code: 'unavailable' });
      expect(await gateway.objects()).toContain(key);
    });
  });

  // Last: the services are away by now.
  it('goes at once when the poll’s service is not there at all', async () => {
    const before = await gateway.objects();
    expect(await gateway.upload(picture)).toMatchObject({ status: 503, json: { code: 'unavailable' } });
    expect(await gateway.objects()).toEqual(before);
  });
});
