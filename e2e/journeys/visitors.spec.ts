import { failing, held } from '../support/failures';
import { MOVING, expect, expectToast, onEachSize, onOneSize, test } from '../support/journey';

test.use(MOVING);

onOneSize(() => {
  onEachSize(() => {
    test('the landing page comes after its splash, rotates its samples and leads to sign-up', async ({ page }) => {
      // The clock is stopped, so the splash stays until it has been seen.
      await page.clock.install();
      await page.clock.pauseAt(new Date(Date.now() + 60_000));
      await page.goto('/');
      await expect(page.getByRole('img', { name: 'Loading Inkling' })).toBeVisible();
      await page.clock.resume();
      await expect(page.getByRole('heading', { level: 1, name: /Everyone has\s*an inkling\./ })).toBeVisible();

      await page.clock.pauseAt(new Date(Date.now() + 180_000));
      const deck = page.getByRole('region', { name: 'Sample poll, try it' });
      const first = await deck.getByRole('heading', { level: 2 }).textContent();
      await page.clock.runFor(4_000);
      await expect(deck.getByRole('heading', { level: 2 })).not.toHaveText(first ?? '');
      const voices = page.getByRole('region', { name: 'Testimonials' });
      await expect(voices).toContainText('Examples of what people might say; the people are invented.');
      const voice = await voices.locator('blockquote').textContent();
      await page.clock.runFor(5_000);
      await expect(voices.locator('blockquote')).not.toHaveText(voice ?? '');
      await page.clock.resume();

      await page.getByRole('main').getByRole('link', { name: 'Get Started' }).first().click();
      await expect(page).toHaveURL(/\/login$/);
      await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
    });
  });

  test('a vote on a sample poll stops the rotation', async ({ page }) => {
    await page.clock.install();
    await page.goto('/');
    const deck = page.getByRole('region', { name: 'Sample poll, try it' });
    await expect(deck.getByRole('radio').first()).toBeAttached();
    // The sample must not rotate between the choice and the press.
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await deck.getByRole('radio').first().check({ force: true });
    await page.clock.resume();
    await expect(deck.getByRole('status')).toHaveText(/^.+, \d+%, \d+ votes, your vote$/);
    await expect(deck.getByRole('radio').nth(1)).toBeDisabled();
  });

  test('the landing page leads to its sections, and the address of one opens it', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Learn More' }).click();
    await expect(page).toHaveURL(/#features$/);
    await expect(page.locator('#features')).toBeInViewport();
    for (const section of ['how-it-works', 'ai-insights', 'testimonials']) {
      await page.goto('/help');
      await page.goto(`/#${section}`);
      await expect(page.locator(`#${section}`)).toBeInViewport();
    }
  });

  test('tracking parameters are removed from every address', async ({ page }) => {
    for (const query of ['?utm_source=letter', '?fbclid=1', '?gclid=2&ref=x']) {
      await page.goto(`/${query}`);
      await expect(page).toHaveURL(/\/$/);
      await page.goto(`/nowhere${query}`);
      await expect(page).toHaveURL(/\/$/);
    }
  });

  test('an unknown path shows the not-found page', async ({ page }) => {
    await page.goto('/nowhere?ref=x');
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await expect(page.getByText('Oops! The page you are looking for does not exist or has been moved.')).toBeVisible();
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL(/\/$/);
  });

  test('the help center answers questions, and takes only complete messages', async ({ page }) => {
    await page.goto('/help');
    await expect(page.getByRole('heading', { level: 1, name: 'Help Center' })).toBeVisible();
    await expect(page.getByText('We reply within 24-48 hours on business days.')).toBeVisible();
    await page.getByText('Can I change my vote?').click();
    await expect(page.getByText('A vote counts once and stays as it is', { exact: false })).toBeVisible();

    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Please fill in this field.')).toHaveCount(4);
    await expect(page.getByLabel('First name')).toBeFocused();
    await page.getByLabel('First name').fill('Ipek');
    await page.getByLabel('Last name').fill('Yilmaz');
    await page.getByLabel('Email').fill('ipek');
    await page.getByRole('textbox', { name: 'Message' }).fill('Where do I find my own polls?');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Please enter a valid email address.')).toBeVisible();

    await page.getByLabel('Email').fill('ipek@example.org');
    const release = await held(page, 'POST', '/api/contact');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    release();
    await expectToast(page, 'Message sent', "We've received your message and will respond shortly.");
    for (const field of ['First name', 'Last name', 'Email', 'Message'])
      await expect(page.getByRole('textbox', { name: field })).toHaveValue('');
  });

  test('a message that cannot be sent stays in the form', async ({ page }) => {
    await page.goto('/help');
    const restore = await failing(page, 'POST', '/api/contact', { status: 500 });
    for (const [field, text] of [
      ['First name', 'Ipek'],
      ['Last name', 'Yilmaz'],
      ['Email', 'ipek@example.org'],
      ['Message', 'Hello'],
    ] as const)
      await page.getByRole('textbox', { name: field }).fill(text);
    await page.getByRole('button', { name: 'Send message' }).click();
    await expectToast(page, 'Message not sent');
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Hello');
    await restore();
    await page.getByRole('button', { name: 'Send message' }).click();
    await expectToast(page, 'Message sent');
  });

  onEachSize(({ phone }) => {
    test('someone who is signed in is not shown the pages for visitors', async ({ page, me }) => {
      for (const path of ['/', '/login', '/auth/success']) {
        await page.goto(path);
        await expect(page).toHaveURL(/\/home$/);
      }
      await page.goto('/help');
      await page.getByRole('link', { name: 'Back to Inkling' }).click();
      await expect(page).toHaveURL(/\/home$/);
      // On a phone there is no sidebar, so the profile shows the name.
      if (phone) await page.goto('/profile');
      await expect(page.getByText(`@${me.username}`).filter({ visible: true })).toBeVisible();
    });
  });

  test('without a session the page after sign-in gives up after two seconds', async ({ page }) => {
    await page.clock.install();
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await page.goto('/auth/success');
    await expect(page.getByText('Signing you in...')).toBeVisible();
    await page.clock.runFor(1_900);
    await expect(page.getByText('Signing you in...')).toBeVisible();
    await page.clock.runFor(200);
    await page.clock.resume();
    await expect(page).toHaveURL(/\/login$/);
  });
});

test('a visitor’s pages ask for no session, fail at nothing and log no error', async ({ page }) => {
  const asked: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => request.url().includes('/api/auth/me') && asked.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  for (const path of ['/', '/login', '/help']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  expect(errors).toEqual([]);
  expect(asked).toEqual([]);
});
