import type { Page } from 'playwright-core';
import { answer, hold, refuse } from './answers.mts';
import type { Screen } from './screens.mts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();
const opened = async (page: Page) => page.getByRole('heading', { level: 1 }).waitFor();

const chosen = async (page: Page) => {
  await page.locator('.peek .opt').first().click();
  await page.locator('.waiting-vote-root').waitFor();
};

/** What people see who are not signed in. */
export const visitorScreens: Screen[] = [
  { name: 'landing', as: 'visitor', path: () => '/', act: opened },
  { name: 'landing-whole', as: 'visitor', path: () => '/', full: true, act: opened },
  {
    name: 'landing-voted',
    as: 'visitor',
    path: () => '/',
    act: async (page) => {
      await opened(page);
      await page.locator('label.opt').first().click();
      await page.locator('.opt input:checked').waitFor();
    },
  },
  {
    name: 'signup',
    as: 'visitor',
    path: () => '/login',
    also: ['tablet', 'narrow'],
    act: (page) => heading(page, 'Create your account'),
  },
  {
    name: 'login',
    as: 'visitor',
    path: () => '/login',
    act: async (page) => {
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await heading(page, 'Welcome back');
    },
  },
  {
    name: 'login-refused',
    as: 'visitor',
    path: () => '/login',
    before: (page) =>
      refuse(page, '**/api/auth/login*', {
        method: 'POST',
        status: 401,
        code: 'auth/wrong-password',
        message: 'Wrong password',
      }),
    act: async (page) => {
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await page.getByLabel('Email').fill('amara@inkling-demo.example');
      await page.getByLabel('Password', { exact: true }).fill('not this one');
      await page.locator('form').getByRole('button', { name: 'Log in', exact: true }).click();
      await page.getByText('Incorrect password for this email.').first().waitFor();
    },
  },
  {
    name: 'login-preview',
    as: 'visitor',
    path: ({ polls }) => `/poll/${polls.dive}`,
    full: true,
    act: (page) => page.getByRole('region', { name: 'The poll you were sent' }).waitFor(),
  },
  {
    name: 'login-preview-crowded',
    as: 'visitor',
    path: ({ polls }) => `/poll/${polls.crowded}`,
    full: true,
    act: (page) => page.getByRole('region', { name: 'The poll you were sent' }).waitFor(),
  },
  {
    name: 'login-waiting',
    as: 'visitor',
    path: ({ polls }) => `/poll/${polls.dive}`,
    full: true,
    also: ['narrow'],
    act: chosen,
  },
  {
    name: 'login-waiting-login',
    as: 'visitor',
    path: ({ polls }) => `/poll/${polls.crowded}`,
    full: true,
    act: async (page) => {
      await chosen(page);
      await page.locator('.swap .link').click();
      await heading(page, 'Welcome back');
    },
  },
  {
    name: 'login-waiting-right-to-left',
    as: 'visitor',
    path: ({ polls }) => `/poll/${polls.rightToLeft}`,
    full: true,
    act: chosen,
  },
  {
    name: 'login-waiting-german',
    as: 'visitor',
    path: ({ polls }) => `/poll/${polls.crowded}`,
    locale: 'de-DE',
    full: true,
    act: chosen,
  },
  {
    name: 'login-preview-clip',
    as: 'visitor',
    path: ({ polls }) => `/poll/${polls.clip}`,
    full: true,
    act: (page) => page.locator('.peek').waitFor(),
  },
  {
    name: 'login-preview-right-to-left',
    as: 'visitor',
    path: ({ polls }) => `/poll/${polls.rightToLeft}`,
    full: true,
    act: (page) => page.locator('.peek').waitFor(),
  },
  {
    name: 'login-preview-ended',
    as: 'visitor',
    path: ({ polls }) => `/poll/${polls.ended}`,
    aged: true,
    full: true,
    act: (page) => page.locator('.peek').waitFor(),
  },
  { name: 'signup-german', as: 'visitor', path: () => '/login', locale: 'de-DE', also: ['narrow'], act: opened },
  {
    name: 'choose-password',
    as: 'visitor',
    path: () => '/verify-email?token=not-yet-used-and-long-enough-for-one',
    before: (page) => answer(page, '**/api/auth/verify-email*', { passwordToken: 'a-token' }, { method: 'POST' }),
    act: async (page) => {
      await page.getByRole('button', { name: /Confirm/ }).click();
      await heading(page, /Choose a password/);
    },
  },
  {
    name: 'verify-email-done',
    as: 'visitor',
    path: () => '/verify-email?token=not-yet-used-and-long-enough-for-one',
    before: (page) => answer(page, '**/api/auth/verify-email*', { passwordToken: null }, { method: 'POST' }),
    act: async (page) => {
      await page.getByRole('button', { name: /Confirm/ }).click();
      await page.getByRole('status').getByRole('heading').waitFor();
    },
  },
  {
    name: 'auth-success',
    as: 'visitor',
    path: () => '/auth/success',
    waiting: true,
    before: (page) => hold(page, '**/api/auth/me*'),
    act: (page) => page.getByText('Signing you in...').waitFor(),
  },
  {
    name: 'guard',
    as: 'newcomer',
    path: () => '/home',
    waiting: true,
    before: (page) => hold(page, '**/api/auth/me*'),
    act: (page) => page.locator('.pulse').first().waitFor(),
  },
  {
    name: 'unreachable',
    as: 'newcomer',
    path: () => '/home',
    before: (page) => page.route('**/api/auth/**', (route) => route.abort()),
    act: (page) => page.getByRole('button').first().waitFor(),
  },
  {
    name: 'forgot-password',
    as: 'visitor',
    path: () => '/forgot-password',
    act: (page) => heading(page, 'Reset your password'),
  },
  {
    name: 'forgot-password-sent',
    as: 'visitor',
    path: () => '/forgot-password',
    before: (page) => answer(page, '**/api/auth/password-reset*', {}, { method: 'POST', status: 202 }),
    act: async (page) => {
      await page.getByLabel('Email').fill('amara@inkling-demo.example');
      await page.getByRole('button', { name: 'Send reset link' }).click();
      await heading(page, 'Check your email');
    },
  },
  {
    name: 'reset-password',
    as: 'visitor',
    path: () => '/reset-password?token=not-yet-used-and-long-enough-for-one',
    act: opened,
  },
  { name: 'reset-password-broken', as: 'visitor', path: () => '/reset-password', act: opened },
  {
    name: 'verify-email',
    as: 'visitor',
    path: () => '/verify-email?token=not-yet-used-and-long-enough-for-one',
    act: opened,
  },
  { name: 'verify-email-broken', as: 'visitor', path: () => '/verify-email', act: opened },
  { name: 'help', as: 'visitor', path: () => '/help', full: true, act: opened },
  {
    name: 'help-refused',
    as: 'visitor',
    path: () => '/help',
    act: async (page) => {
      await opened(page);
      await page.getByRole('button', { name: 'Send message' }).click();
      await page.getByText('Please fill in this field.').first().waitFor();
    },
  },
  { name: 'help-german', as: 'visitor', path: () => '/help', locale: 'de-DE', full: true, act: opened },
  {
    name: 'landing-german',
    as: 'visitor',
    path: () => '/',
    locale: 'de-DE',
    full: true,
    also: ['narrow', 'tablet'],
    act: opened,
  },
  { name: 'privacy', as: 'visitor', path: () => '/privacy', full: true, act: opened },
  { name: 'terms', as: 'visitor', path: () => '/terms', full: true, act: opened },
  { name: 'privacy-german', as: 'visitor', path: () => '/privacy', locale: 'de-DE', full: true, act: opened },
  { name: 'not-found', as: 'visitor', path: () => '/nowhere', act: opened },
];
