import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

const original = globalThis.fetch;
const config = { apiKey: 'k', authDomain: 'a.example', projectId: 'p' };
const USER = { id: 7 };
const credential = {
  user: {
    uid: 'u1',
    displayName: 'Noor',
    email: 'noor@haddad.example',
    photoURL: null,
    providerData: [{ providerId: 'google.com', uid: 'g1' }],
    getIdToken: async () => 'token-of-google',
  },
};
/** What Firebase's library does in this test. */
let popup: () => Promise<unknown>;
let redirects: number;
let asked: Record<string, string>;
let bodies: unknown[];

jest.unstable_mockModule('firebase/app', () => ({ initializeApp: () => ({}) }));
jest.unstable_mockModule('firebase/auth', () => ({
  initializeAuth: () => ({}),
  browserSessionPersistence: {},
  browserPopupRedirectResolver: {},
  GoogleAuthProvider: class {
    scopes: string[] = [];
    addScope(scope: string) {
      this.scopes.push(scope);
    }
    setCustomParameters(parameters: Record<string, string>) {
      asked = { ...parameters, scopes: this.scopes.join() };
    }
  },
  signInWithPopup: () => popup(),
  signInWithRedirect: async () => void redirects++,
  getRedirectResult: async () => credential,
}));

/** A fresh page: the library is loaded once per page. */
async function open(): Promise<typeof import('./google')> {
  let page: typeof import('./google') | undefined;
  await jest.isolateModulesAsync(async () => {
    page = await import('./google');
  });
  return page!;
}
const refused = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

beforeEach(() => {
  sessionStorage.clear();
  redirects = 0;
  bodies = [];
  window.alert = jest.fn();
  globalThis.fetch = jest.fn((_path: unknown, init: RequestInit = {}) => {
    bodies.push(JSON.parse(init.body as string));
    return Promise.resolve(
      new Response(JSON.stringify(USER), { status: 200, headers: { 'content-type': 'application/json' } }),
    );
  }) as unknown as typeof fetch;
});
afterEach(() => {
  globalThis.fetch = original;
});

test('the pop-up asks for the account, and its token goes to the server', async () => {
  popup = async () => credential;
  const { signInWithGoogle } = await open();
  expect(await signInWithGoogle(config)).toEqual(USER);
  expect(asked).toEqual({ prompt: 'select_account', scopes: 'profile,email' });
  expect(bodies).toEqual([
    { idToken: 'token-of-google', googleId: 'g1', name: 'Noor', email: 'noor@haddad.example', profilePicture: null },
  ]);
});

test('a blocked pop-up is said and becomes a redirect, which the page that comes back completes once', async () => {
  popup = refused('auth/popup-blocked');
  const { signInWithGoogle, redirectedUser, isBackFromGoogle } = await open();
  expect(isBackFromGoogle()).toBe(false);
  expect(await signInWithGoogle(config)).toBeNull();
  expect(window.alert).toHaveBeenCalledWith('Pop-up was blocked. You will be redirected to Google login page');
  expect(redirects).toBe(1);
  expect(isBackFromGoogle()).toBe(true);
  expect(await redirectedUser(config)).toEqual(USER);
  expect(await redirectedUser(config)).toBeNull();
});

test('a closed pop-up is no failure; anything else is', async () => {
  const { signInWithGoogle } = await open();
  popup = refused('auth/popup-closed-by-user');
  expect(await signInWithGoogle(config)).toBeNull();
  popup = refused('auth/network-request-failed');
  await expect(signInWithGoogle(config)).rejects.toThrow('auth/network-request-failed');
  expect(bodies).toEqual([]);
});
