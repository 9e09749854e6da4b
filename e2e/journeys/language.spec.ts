import { expect, test, type Page } from '@playwright/test';
import { problemsOf } from '../support/axe';
import { cardOf, newPerson } from './people';

// The service worker must not serve from its cache what this journey blocks.
test.use({ locale: 'de-DE', serviceWorkers: 'block' });

/** Expects that axe finds nothing on the page, and that the page declares its language. */
async function expectClean(page: Page, language: 'de' | 'en'): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  expect(await problemsOf(page)).toEqual([]);
}

/** The loaded scripts that contain German sentences. */
const germanScripts = (page: Page) =>
  page.evaluate(
    () => performance.getEntriesByType('resource').filter(({ name }) => /\/de-[^/]*\.js$/.test(name)).length,
  );

test('a browser that prefers German shows all pages in German, and changes language without losing anything', async ({
  page,
}) => {
  const person = newPerson('Änne Müller');
  const question = `Butter oder Quark unter die Marmelade? ${Date.now()}`;

  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Alle haben\s*so eine Ahnung\./);
  await expectClean(page, 'de');

  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Konto erstellen' })).toBeVisible();
  await expectClean(page, 'de');
  await page.getByLabel('E-Mail').fill(person.email);
  await page.getByLabel('Passwort', { exact: true }).fill('kurz');
  await page.getByRole('button', { name: 'Registrieren', exact: true }).click();
  await expect(page.getByText('Bitte nimm mindestens 6 Zeichen.').first()).toBeVisible();
  await page.getByLabel('Passwort', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Registrieren', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill(person.name);
  await page.getByLabel('Benutzername').fill(person.username);
  await page.getByRole('button', { name: 'Profil fertigstellen' }).click();
  await expect(page).toHaveURL(/\/home$/);

  await page.goto('/create');
  await page.getByLabel('Deine Frage').fill(question);
  await page.getByLabel('Antwort 1', { exact: true }).fill('Butter');
  await page.getByLabel('Antwort 2', { exact: true }).fill('Quark');
  await page.getByRole('button', { name: 'Tag wählen' }).click();
  const months = new Intl.DateTimeFormat('de', { month: 'long', year: 'numeric' });
  const tomorrow = new Date(Date.now() + 86_400_000);
  await expect(page.getByRole('grid', { name: months.format(tomorrow) })).toHaveText(/^MoDiMiDoFrSaSo/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '1 Woche' }).click();
  await expectClean(page, 'de');
  await page.getByRole('button', { name: 'Veröffentlichen' }).click();
  await expect(page).toHaveURL(/\/home$/);
  const sheet = page.getByRole('dialog', { name: 'Sie ist da. Gib sie weiter' });
  await expect(sheet).toBeVisible();
  await expectClean(page, 'de');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();

  const card = cardOf(page, question);
  await expect(card).toContainText(/noch [67] Tage/);
  await card.getByRole('button', { name: /^Quark/ }).click();
  await expect(page.getByText('Deine Stimme ist gezählt!', { exact: true }).first()).toBeVisible();
  await expect(card.getByRole('listitem').filter({ hasText: 'Quark' })).toContainText(/100\s%, 1 Stimme, deine Stimme/);
  await expectClean(page, 'de');

  // The refusal of a password is translated by its code.
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
  await expectClean(page, 'de');
  await page.getByRole('button', { name: 'Passwort ändern' }).click();
  await page.getByLabel('Aktuelles Passwort').fill('halb getippt');
  await page.getByLabel('English').check({ force: true });
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveValue('halb getippt');
  await expect(page).toHaveTitle(/^Settings/);
  await expectClean(page, 'en');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  expect(await germanScripts(page)).toBe(0);

  await page.getByLabel('Automatic').check({ force: true });
  await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  expect(await germanScripts(page)).toBe(1);
});

test('failures are translated by their code, and a language that cannot be fetched leaves the page as it is', async ({
  page,
}) => {
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({
      status: 503,
      json: { code: 'unavailable', message: 'This part of Inkling is not available right now.' },
    }),
  );
  await page.goto('/login');
  await page.getByRole('button', { name: 'Anmelden', exact: true }).first().click();
  await page.getByLabel('E-Mail').fill('anna@example.org');
  await page.getByLabel('Passwort', { exact: true }).fill('richtig lang');
  await page.getByRole('button', { name: 'Anmelden', exact: true }).first().click();
  await expect(page.getByText('Dieser Teil von Inkling ist gerade nicht verfügbar.').first()).toBeVisible();

  await page.route(/\/de-[^/]*\.js$/, (route) => route.abort());
  await page.goto('/help');
  await expect(page.getByRole('heading', { level: 1, name: 'Help Center' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});
