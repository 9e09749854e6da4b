import type { Page } from '@playwright/test';
import { answering, failing } from '../../support/failures';
import { element, hold, screen, text, title } from '../screen';

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor();
const logIn = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true }).click();
const preview = element('.peek');
const chosen = async (page: Page) => {
  await page.locator('.peek .opt').first().click();
  await page.locator('.waiting-vote-root').waitFor();
};
const CONFIRM = '/verify-email?token=not-yet-used-and-long-enough-for-one';
const confirmed = (passwordToken: string | null) => (page: Page) =>
  answering(page, 'POST', '/api/auth/verify-email', { passwordToken });
const confirm = (page: Page) => page.getByRole('button', { name: /Confirm/ }).click();

screen('landing', 'visitor', '/', { act: title });
screen('landing-whole', 'visitor', '/', { act: title, full: true });
screen('landing-voted', 'visitor', '/', {
  act: async (page) => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('label.opt').first().click();
    await page.locator('.opt input:checked').waitFor();
  },
});
screen('signup', 'visitor', '/login', { act: heading('Create your account'), also: ['tablet', 'narrow'] });
screen('login', 'visitor', '/login', {
  act: async (page) => {
    await logIn(page);
    await heading('Welcome back')(page);
  },
});
screen('login-refused', 'visitor', '/login', {
  before: (page) =>
    failing(page, 'POST', '/api/auth/login', {
      status: 401,
      code: 'auth/wrong-password',
      message: 'Wrong password',
    }),
  act: async (page) => {
    await logIn(page);
    await page.getByLabel('Email').fill('amara@inkling-demo.example');
    await page.getByLabel('Password', { exact: true }).fill('not this one');
    await page.locator('form').getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByText('Incorrect password for this email.').first().waitFor();
  },
});
screen('login-preview', 'visitor', '/poll/:dive', { act: preview, full: true });
screen('login-preview-crowded', 'visitor', '/poll/:crowded', { act: preview, full: true });
screen('login-waiting', 'visitor', '/poll/:dive', { act: chosen, full: true, also: ['narrow'] });
screen('login-waiting-login', 'visitor', '/poll/:crowded', {
  full: true,
  act: async (page) => {
    await chosen(page);
    await page.locator('.swap .link').click();
    await heading('Welcome back')(page);
  },
});
screen('login-waiting-right-to-left', 'visitor', '/poll/:rightToLeft', { act: chosen, full: true });
screen('login-waiting-german', 'visitor', '/poll/:crowded', { act: chosen, full: true, locale: 'de-DE' });
screen('login-preview-clip', 'visitor', '/poll/:clip', { act: preview, full: true });
screen('login-preview-right-to-left', 'visitor', '/poll/:rightToLeft', { act: preview, full: true });
screen('login-preview-ended', 'visitor', '/poll/:ended', { act: preview, full: true });
screen('signup-german', 'visitor', '/login', { act: title, locale: 'de-DE', also: ['narrow'] });
screen('choose-password', 'visitor', CONFIRM, {
  before: confirmed('a-token'),
  act: async (page) => {
    await confirm(page);
    await heading(/Choose a password/)(page);
  },
});
screen('verify-email-done', 'visitor', CONFIRM, {
  before: confirmed(null),
  act: async (page) => {
    await confirm(page);
    await page.getByRole('status').getByRole('heading').waitFor();
  },
});
screen('auth-success', 'visitor', '/auth/success', {
  before: (page) => hold(page, 'GET', '/api/auth/me'),
  act: text('Signing you in...'),
  waiting: true,
});
screen('guard', 'newcomer', '/home', {
  before: (page) => hold(page, 'GET', '/api/auth/me'),
  act: element('.pulse'),
  waiting: true,
});
screen('unreachable', 'newcomer', '/home', {
  before: (page) => page.route('**/api/auth/**', (route) => route.abort()),
  act: (page) => page.getByRole('button').first().waitFor(),
});
screen('forgot-password', 'visitor', '/forgot-password', { act: heading('Reset your password') });
screen('forgot-password-sent', 'visitor', '/forgot-password', {
  before: (page) => answering(page, 'POST', '/api/auth/password-reset', {}),
  act: async (page) => {
    await page.getByLabel('Email').fill('amara@inkling-demo.example');
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await heading('Check your email')(page);
  },
});
screen('reset-password', 'visitor', '/reset-password?token=not-yet-used-and-long-enough-for-one', { act: title });
screen('reset-password-broken', 'visitor', '/reset-password', { act: title });
screen('verify-email', 'visitor', CONFIRM, { act: title });
screen('verify-email-broken', 'visitor', '/verify-email', { act: title });
screen('help', 'visitor', '/help', { act: title, full: true });
screen('help-refused', 'visitor', '/help', {
  act: async (page) => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByText('Please fill in this field.').first().waitFor();
  },
});
screen('help-german', 'visitor', '/help', { act: title, full: true, locale: 'de-DE' });
screen('landing-german', 'visitor', '/', { act: title, full: true, locale: 'de-DE', also: ['narrow', 'tablet'] });
screen('privacy', 'visitor', '/privacy', { act: title, full: true });
screen('terms', 'visitor', '/terms', { act: title, full: true });
screen('privacy-german', 'visitor', '/privacy', { act: title, full: true, locale: 'de-DE' });
screen('not-found', 'visitor', '/nowhere', { act: title });
