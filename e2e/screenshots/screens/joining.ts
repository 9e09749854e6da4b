import type { PublicInstance, User } from '@inkling/contracts';
import type { Page } from '@playwright/test';
import { answering, changing, failing } from '../../support/failures';
import { ago, inDays, instanceWith, PEOPLE } from '../../support/answers';
import { element, hold, screen, text, title } from '../screen';

type SignUp = PublicInstance['signUp'];
const QUESTION = 'Which street on the harbour do you miss most?';
const CODE = 'HARB-7Q2M-XD';

const joins =
  (mode: SignUp['mode'], question: string | null = null) =>
  (page: Page) =>
    instanceWith(page, { signUp: { mode, question } });
const invited =
  (inviter = 0) =>
  async (page: Page) => {
    await joins('invitation')(page);
    const preview = { inviter: PEOPLE[inviter] ?? null, uses: 5, left: 3, until: inDays(8) };
    await answering(page, 'GET', `/api/invitations/${CODE}`, preview);
  };
const usedUp = (mode: SignUp['mode']) => async (page: Page) => {
  await joins(mode, QUESTION)(page);
  await failing(page, 'GET', `/api/invitations/${CODE}`, {
    status: 410,
    code: 'invitation-used',
    message: 'This invitation is used up. Please ask for another one.',
  });
};
const code = element('input[name="invitation"]');
const answer = element('input[name="answer"], textarea[name="answer"]');
const ticket = element('.invitation-ticket-root');
const WITH_CODE = `/login?invitation=${CODE}`;

screen('join-ticket', 'visitor', WITH_CODE, { before: invited(), act: ticket, also: ['narrow'] });
screen('join-ticket-long', 'visitor', WITH_CODE, { before: invited(1), act: ticket });
screen('join-ticket-german', 'visitor', WITH_CODE, { before: invited(9), act: ticket, locale: 'de-DE' });
screen('join-by-invitation', 'visitor', '/login', { before: joins('invitation'), act: code });
screen('join-by-invitation-german', 'visitor', '/login', {
  before: joins('invitation'),
  act: code,
  locale: 'de-DE',
  also: ['narrow'],
});
screen('join-used-up', 'visitor', WITH_CODE, { before: usedUp('invitation'), act: element('.field-error') });
screen('join-by-approval', 'visitor', '/login', { before: joins('approval', QUESTION), act: answer });
screen('join-by-approval-german', 'visitor', '/login', {
  before: joins('approval', 'Welche Straße am Hafen vermissen Sie am meisten?'),
  act: answer,
  locale: 'de-DE',
  also: ['narrow'],
});
screen('join-by-approval-unasked', 'visitor', '/login', { before: joins('approval'), act: text('A moderator reads') });
screen('join-by-approval-used-up', 'visitor', WITH_CODE, { before: usedUp('approval'), act: element('.field-error') });
screen('join-closed', 'visitor', '/login', { before: joins('closed'), act: code });
screen('join-closed-german', 'visitor', '/login', { before: joins('closed'), act: code, locale: 'de-DE' });

const waits = (mail: boolean) => async (page: Page) => {
  await changing<User>(page, '/api/auth/me', (user) => ({ ...user, waitingSince: ago(17) }));
  await changing<{ features: object }>(page, '/api/config', (config) => ({
    ...config,
    features: { ...config.features, mail },
  }));
};
screen('join-waiting', 'unfinished', '/home', { before: waits(true), act: text('Your request is on the table') });
screen('join-waiting-vote', 'unfinished', '/home', {
  before: async (page, { dive, unfinished }) => {
    await waits(false)(page);
    await page.addInitScript(
      (vote) => localStorage.setItem('inkling_pending_vote', JSON.stringify({ ...vote, chosenAt: Date.now() - 1_000 })),
      {
        pollId: dive,
        choices: [0],
        optionText: 'Night train, I sleep anyway',
        question: 'Night train or early flight?',
        userId: unfinished,
      },
    );
  },
  act: element('.waiting-vote-root'),
});
screen('join-waiting-german', 'unfinished', '/home', {
  before: waits(true),
  act: title,
  locale: 'de-DE',
  also: ['narrow'],
});

const fillSignUp = async (page: Page) => {
  await page.getByLabel('Email').fill('ines.vidal@harbour.example');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.locator('form').getByRole('button', { name: 'Sign up', exact: true }).click();
};
screen('signup-working', 'visitor', '/login', {
  before: (page) => hold(page, 'POST', '/api/auth/signup'),
  act: async (page) => {
    await fillSignUp(page);
    await page.locator('form [aria-busy="true"]').waitFor();
  },
  waiting: true,
});
const unproved = {
  status: 400,
  code: 'proof-of-work-needed',
  message: 'Your browser has to do a short calculation first. Please try again.',
};
screen('signup-unproved', 'visitor', '/login', {
  before: (page) => failing(page, 'POST', '/api/auth/signup', unproved),
  act: async (page) => {
    await fillSignUp(page);
    await page.locator('.toast-root').waitFor();
  },
});
screen('forgot-password-unproved', 'visitor', '/forgot-password', {
  before: (page) => failing(page, 'POST', '/api/auth/password-reset', unproved),
  act: async (page) => {
    await page.getByLabel('Email').fill('amara@inkling-demo.example');
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await page.locator('.toast-root, .field-error').first().waitFor();
  },
});
screen('signup-blocked-domain', 'visitor', '/login', {
  before: (page) =>
    failing(page, 'POST', '/api/auth/signup', {
      status: 400,
      code: 'mail-domain-blocked',
      message: 'Addresses of this mail provider cannot sign up here. Please use another one.',
    }),
  act: async (page) => {
    await fillSignUp(page);
    await page.locator('.toast-root').waitFor();
  },
});
