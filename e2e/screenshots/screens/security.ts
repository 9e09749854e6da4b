import type { Passkey, SessionInfo } from '@inkling/contracts';
import type { Page } from '@playwright/test';
import { answering, changing, failing } from '../../support/failures';
import { addAuthenticator } from '../../support/virtual-authenticator';
import { ago } from '../../support/answers';
import { BROKEN, hold, screen, text, title } from '../screen';

/** The settings of an administrator, whose address is confirmed where the server sends mail. */
const offering = (features: object) => (page: Page) =>
  changing<{ features: object }>(page, '/api/config', (config) => ({
    ...config,
    features: { ...config.features, ...features },
  }));
const at = (selector: string) => async (page: Page) => {
  await page.locator(selector).first().waitFor();
  await page
    .locator(selector)
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'center' }));
};

const KEYS: Passkey[] = [
  { id: 1, name: 'Noor’s phone', createdAt: ago(24 * 200), lastUsedAt: ago(1) },
  {
    id: 2,
    name: 'The computer in the reading room of the parish, by the window',
    createdAt: ago(24 * 400),
    lastUsedAt: null,
  },
];
const passkeys = (keys: Passkey[]) => async (page: Page) => {
  await addAuthenticator(page);
  await offering({ passkeys: true })(page);
  await answering(page, 'GET', '/api/auth/passkeys', keys);
};
screen('settings-passkeys', 'newcomer', '/settings', {
  before: passkeys(KEYS),
  act: at('.passkey-list-rows li'),
  also: ['narrow'],
});
screen('settings-passkeys-german', 'newcomer', '/settings', {
  before: passkeys(KEYS),
  act: at('.passkey-list-rows li'),
  locale: 'de-DE',
  also: ['narrow'],
});
screen('settings-passkeys-none', 'newcomer', '/settings', { before: passkeys([]), act: at('.passkey-list-root') });
screen('settings-passkey-rename', 'newcomer', '/settings', {
  before: passkeys(KEYS),
  act: async (page) => {
    await page.getByRole('button', { name: /^Rename Noor/ }).click();
    await page.getByRole('dialog').getByRole('textbox').waitFor();
  },
});
screen('settings-passkey-remove', 'newcomer', '/settings', {
  before: passkeys(KEYS),
  act: async (page) => {
    await page.getByRole('button', { name: /^Remove The computer/ }).click();
    await page.getByRole('alertdialog').waitFor();
  },
});

const SECRET = 'K7QX2M4D9TRAPL6WK7QX2M4D9TRAPL6W';
const codes = (since: string | null) => async (page: Page) => {
  await answering(page, 'GET', '/api/auth/one-time-codes', { since, recoveryCodesLeft: since ? 6 : 0 });
  await answering(page, 'POST', '/api/auth/one-time-codes', {
    secret: SECRET,
    uri: `otpauth://totp/Inkling:noor@inkling-demo.example?secret=${SECRET}&issuer=Inkling`,
  });
  await answering(page, 'POST', '/api/auth/one-time-codes/confirm', { recoveryCodes: RECOVERY });
  await failing(page, 'POST', '/api/auth/one-time-codes/recovery-codes', NEEDS_PROOF);
};
const RECOVERY = Array.from({ length: 10 }, (_, index) => `fern${index}-mo${(index * 7919) % 1_000}`);
const NEEDS_PROOF = {
  status: 403,
  code: 'proof-needed',
  message: 'Please confirm first.',
  proofs: ['password', 'passkey'],
};
const switchOn = async (page: Page) => {
  await page.locator('.one-time-codes-root button').first().click();
  await page.locator('.one-time-codes-key').waitFor();
  await at('.one-time-codes-key')(page);
};
const recovery = async (page: Page) => {
  await switchOn(page);
  await page.locator('.one-time-codes-root input').fill('123456');
  await page.locator('.one-time-codes-root [type="submit"]').click();
  await page.locator('.one-time-codes-codes li').nth(9).waitFor();
  await at('.one-time-codes-slip')(page);
};
screen('settings-codes', 'newcomer', '/settings', { before: codes(null), act: switchOn, also: ['narrow'] });
screen('settings-codes-german', 'newcomer', '/settings', { before: codes(null), act: switchOn, locale: 'de-DE' });
screen('settings-codes-recovery', 'newcomer', '/settings', { before: codes(null), act: recovery, also: ['narrow'] });
screen('settings-codes-recovery-german', 'newcomer', '/settings', {
  before: codes(null),
  act: recovery,
  locale: 'de-DE',
  also: ['narrow'],
});
screen('settings-codes-on', 'newcomer', '/settings', {
  before: codes(ago(24 * 30)),
  act: at('.one-time-codes-actions'),
});
screen('settings-codes-on-german', 'newcomer', '/settings', {
  before: codes(ago(24 * 30)),
  act: at('.one-time-codes-actions'),
  locale: 'de-DE',
  also: ['narrow'],
});
screen('settings-codes-failed', 'newcomer', '/settings', {
  before: (page) => failing(page, 'GET', '/api/auth/one-time-codes', BROKEN),
  act: at('.one-time-codes-root'),
});
const prove = async (page: Page) => {
  await page.locator('.one-time-codes-actions button').first().click();
  await page.getByRole('alertdialog').getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('textbox').waitFor();
};
screen('proof', 'newcomer', '/settings', { before: codes(ago(24 * 30)), act: prove, also: ['narrow'] });
screen('proof-german', 'newcomer', '/settings', { before: codes(ago(24 * 30)), act: prove, locale: 'de-DE' });
screen('proof-wrong', 'newcomer', '/settings', {
  before: async (page) => {
    await codes(ago(24 * 30))(page);
    await failing(page, 'POST', '/api/auth/prove', { status: 401, code: 'auth/wrong-password', message: 'Wrong' });
  },
  act: async (page) => {
    await prove(page);
    await page.getByRole('dialog').getByRole('textbox').fill('not this one');
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('This is not your password.').waitFor();
  },
});

const device = (id: number, userAgent: string, lastSeenAt: string, current = false): SessionInfo =>
  ({
    id: `00000000-0000-4000-8000-00000000000${id}`,
    userAgent,
    lastSeenAt,
    current,
    createdAt: ago(99),
  }) as SessionInfo;
const SESSIONS = [
  device(1, 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', ago(0), true),
  device(2, 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Safari/604', ago(2)),
  device(
    3,
    'A reading machine of the parish without any name that would be known to anybody but its maker/1.0',
    ago(400),
  ),
];
screen('settings-sessions', 'newcomer', '/settings', {
  before: (page) => answering(page, 'GET', '/api/auth/sessions', SESSIONS),
  act: at('.session-list-root'),
});
screen('settings-sessions-german', 'newcomer', '/settings', {
  before: (page) => answering(page, 'GET', '/api/auth/sessions', SESSIONS),
  act: at('.session-list-root'),
  locale: 'de-DE',
  also: ['narrow'],
});
screen('settings-sessions-waiting', 'newcomer', '/settings', {
  before: (page) => hold(page, 'GET', '/api/auth/sessions'),
  act: at('.session-list-wait'),
  waiting: true,
});

const changeEmail = (button: string) => async (page: Page) => {
  await page.getByRole('button', { name: button }).click();
  await page.locator('input[name="new-email"]').waitFor();
  await at('input[name="new-email"]')(page);
};
screen('settings-email', 'newcomer', '/settings', {
  before: offering({ mail: true }),
  act: changeEmail('Change email'),
});
screen('settings-email-refused', 'newcomer', '/settings', {
  before: offering({ mail: true }),
  act: async (page) => {
    await changeEmail('Change email')(page);
    await page.locator('input[name="new-email"]').fill('noor at harbour');
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.locator('.field-error').waitFor();
  },
});
screen('settings-email-german', 'newcomer', '/settings', {
  before: offering({ mail: true }),
  act: changeEmail('E-Mail-Adresse ändern'),
  locale: 'de-DE',
  also: ['narrow'],
});
const CHANGE = '/verify-email?token=not-yet-used-and-long-enough-for-one&for=change';
const RESTORE = '/verify-email?token=not-yet-used-and-long-enough-for-one&for=restore';
screen('change-email', 'newcomer', CHANGE, { act: title });
screen('change-email-visitor', 'visitor', CHANGE, { act: title });
screen('change-email-german', 'newcomer', CHANGE, { act: title, locale: 'de-DE' });
screen('change-email-failed', 'newcomer', CHANGE, {
  act: async (page) => {
    await page.getByRole('button', { name: 'Confirm the new email' }).click();
    await page.getByRole('alert').waitFor();
  },
});
screen('restore-email', 'visitor', RESTORE, { act: title });
screen('restore-email-german', 'visitor', RESTORE, { act: title, locale: 'de-DE' });

const secondStep = async (page: Page) => {
  await page.locator('.swap button').click();
  await page.locator('input[name="email"]').fill('amara@inkling-demo.example');
  await page.locator('input[name="password"]').fill('correct horse');
  await page.locator('form [type="submit"]').click();
  await page.getByRole('dialog').getByRole('textbox').waitFor();
};
const CODE_NEEDED = { status: 401, code: 'auth/code-needed', message: 'Please enter a code.', ticket: 'a-ticket' };
const codeNeeded = (page: Page) => failing(page, 'POST', '/api/auth/login', CODE_NEEDED);
screen('second-step', 'visitor', '/login', { before: codeNeeded, act: secondStep });
screen('second-step-german', 'visitor', '/login', { before: codeNeeded, act: secondStep, locale: 'de-DE' });
screen('second-step-recovery', 'visitor', '/login', {
  before: codeNeeded,
  act: async (page) => {
    await secondStep(page);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').waitFor();
  },
});
screen('login-passkey', 'visitor', '/login', {
  before: async (page) => {
    await addAuthenticator(page);
    await offering({ passkeys: true })(page);
  },
  act: async (page) => {
    await page.locator('.swap button').click();
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
  },
});

screen('settings-deletion-taken-back', 'newcomer', '/settings', {
  before: (page) => answering(page, 'GET', '/api/users/me/deletion', { days: 7, pending: null }),
  act: text('You have 7 days to change your mind.'),
});
screen('settings-delete-german', 'newcomer', '/settings', {
  act: async (page) => {
    await page.getByRole('button', { name: 'Konto löschen' }).click();
    await page.getByRole('radio').first().waitFor();
    await at('[type="radio"]')(page);
  },
  locale: 'de-DE',
});
