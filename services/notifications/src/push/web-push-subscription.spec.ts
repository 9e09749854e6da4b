import { describe, expect, it } from '@jest/globals';
import { NotificationsConfig } from '../config.js';
import { PushHosts } from './web-push-subscription.js';

const known = new PushHosts(NotificationsConfig.parse({}).WEB_PUSH_HOSTS);

describe('hosts of push services', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://autopush.stage.push.services.mozilla.com/x',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
    'https://FCM.googleapis.com:443/x',
  ])('%s is one', (endpoint) => expect(known.allows(endpoint)).toBe(true));

  it.each([
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evilfcm.googleapis.com/x',
    'https://googleapis.com/x',
    'https://evilpush.apple.com/x',
    'https://push.apple.com/x',
    'https://user:word@web.push.apple.com/x',
    'https://web.push.apple.com@10.0.0.1/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://2130706433/x',
    'http://localhost/x',
    'file:///etc/passwd',
    '//web.push.apple.com/x',
    '',
  ])('%s is none', (endpoint) => expect(known.allows(endpoint)).toBe(false));

  it('may be a loopback origin where the configuration says so, and only that one', () => {
    const hosts = new PushHosts('http://127.0.0.1:9000');
    expect(
      ['http://127.0.0.1:9000/x', 'http://127.0.0.1:9001/x', 'https://127.0.0.1:9000/x', 'http://localhost:9000/x'].map(
        (endpoint) => hosts.allows(endpoint),
      ),
    ).toEqual([true, false, false, false]);
  });

  it.each(['http://10.0.0.1:80', '*', '*.com', '10.0.0.1', 'https://push.example.org', 'a b'])(
    '%s is refused as an entry',
    (entry) => expect(() => new PushHosts(entry)).toThrow('is no host'),
  );
});
