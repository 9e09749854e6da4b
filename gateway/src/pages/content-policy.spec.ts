import { describe, expect, it } from '@jest/globals';
import { contentPolicy } from './content-policy.js';

describe("the pages' content security policy", () => {
  it('lets nothing in from elsewhere', () => {
    const policy = contentPolicy({ https: true });
    expect(JSON.stringify(policy)).not.toMatch(/https?:/);
    expect(policy['scriptSrc']).toEqual(["'self'"]);
    expect(policy['upgradeInsecureRequests']).toEqual([]);
    expect(contentPolicy({ https: false })['upgradeInsecureRequests']).toBeUndefined();
  });

  it('lets in what sign-in with Google needs, where it is set up, and nothing else', () => {
    const policy = contentPolicy({
      https: true,
      firebase: { apiKey: 'k', authDomain: 'polls.firebaseapp.com', projectId: 'polls' },
    });
    expect(policy).toMatchObject({
      scriptSrc: ["'self'", 'https://apis.google.com'],
      frameSrc: ['https://polls.firebaseapp.com'],
      defaultSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
    });
    expect(policy['connectSrc']).toEqual([
      "'self'",
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
    ]);
    const messaging = contentPolicy({
      https: true,
      firebase: { apiKey: 'k', authDomain: 'polls.firebaseapp.com', projectId: 'polls', vapidKey: 'v' },
    });
    expect(messaging['connectSrc']).toEqual([
      ...policy['connectSrc']!,
      'https://firebaseinstallations.googleapis.com',
      'https://fcmregistrations.googleapis.com',
    ]);
  });

  it("lets pages ask Firebase's emulator, where there is one, besides all else", () => {
    const firebase = { apiKey: 'k', authDomain: 'polls.firebaseapp.com', projectId: 'polls' };
    const usual = contentPolicy({ https: false, firebase });
    const emulated = contentPolicy({ https: false, firebase: { ...firebase, authEmulatorHost: '127.0.0.1:9099' } });
    expect(emulated).toEqual({ ...usual, connectSrc: [...usual['connectSrc']!, 'http://127.0.0.1:9099'] });
  });
});
