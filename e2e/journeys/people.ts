import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

/** A new person, whose name and address differ in every run on the same data. */
export function newPerson(name: string): { name: string; username: string; email: string; password: string } {
  const unique = randomBytes(5).toString('hex');
  return {
    name,
    username: `${name.toLowerCase().replaceAll(/[^a-z]/g, '')}_${unique}`,
    email: `${unique}@example.org`,
    password: 'correct horse',
  };
}
export type Person = ReturnType<typeof newPerson>;

/**
 * Creates an account on /login (signup is its default mode), completes the profile and dismisses the welcome, all in
 * the browser.
 */
export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Create Your Profile' })).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill(person.name);
  await page.getByLabel('Username').fill(person.username);
  await page.getByRole('button', { name: 'Complete Profile' }).click();
  await expect(page).toHaveURL(/\/home$/);
  // An empty instance shows no welcome.
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  await expect(dismiss.or(page.getByRole('heading', { name: 'No polls yet' })).first()).toBeVisible();
  if (await dismiss.isVisible()) await dismiss.click();
}

/** The card of a poll on any page. */
export const cardOf = (page: Page, question: string) => page.getByRole('article').filter({ hasText: question });
