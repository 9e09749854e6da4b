import { unique } from '../support/actor';
import { MOVING, cardOf, expect, expectToast, silenceLive, test, closeShareSheet } from '../support/journey';
import { expectFocus, tabTo } from '../support/keys';

test.use(MOVING);

const MEAL = ['Paella', 'Dosa', 'Soup'];

test.describe('by touch on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, serviceWorkers: 'block' });

  test('every kind of ballot can be cast, and shows its result', async ({ page, me, someone }) => {
    const author = await someone('Kwame Boateng');
    expect(author.id).not.toBe(me.id);
    const [several, order, quiz, sealed, looked] = [
      'Which dishes?',
      'In which order?',
      'Which is Indian?',
      'Shall we?',
      'And now?',
    ].map(unique);
    const ids = [
      await author.ask(several!, MEAL, { method: 'multiple', maxChoices: 2 }),
      await author.ask(order!, MEAL, { method: 'ranked' }),
      await author.ask(quiz!, MEAL, { quizAnswer: 1, quizExplanation: 'It is from Karnataka.' }),
      await author.ask(sealed!, MEAL, { sealed: true }),
      await author.ask(looked!, MEAL),
    ];
    await silenceLive(page);
    const open = async (at: number, question: string) => {
      await page.goto(`/poll/${ids[at]}`);
      return cardOf(page, question);
    };

    await test.step('several choices, up to a limit', async () => {
      const card = await open(0, several!);
      await card.getByRole('checkbox', { name: 'Soup' }).tap({ force: true });
      await card.getByRole('checkbox', { name: 'Paella' }).tap({ force: true });
      await expect(card.getByText('All 2 used. Untick one to swap.')).toBeVisible();
      await expect(card.getByRole('checkbox', { name: 'Dosa' })).toHaveAttribute('aria-disabled', 'true');
      await card.getByRole('button', { name: 'Vote', exact: true }).tap();
      await expectToast(page, 'Vote Recorded');
      await expect(card.getByRole('list').first()).toMatchAriaSnapshot(`
        - list:
          - listitem: /Paella ?, 100%, 1 vote, your vote/
          - listitem: /Dosa ?, 0%, 0 votes/
          - listitem: /Soup ?, 100%, 1 vote, your vote/
      `);
      await expect(card.getByText('1 voter', { exact: true })).toBeVisible();
    });

    await test.step('an order, by taps and by dragging a number', async () => {
      const card = await open(1, order!);
      await card.getByRole('button', { name: 'Paella' }).tap();
      await card.getByRole('button', { name: 'Dosa' }).tap();
      const [from, to] = await Promise.all(
        ['Paella', 'Soup'].map(
          async (name) => (await card.getByRole('button', { name: new RegExp(`^${name}`) }).boundingBox())!,
        ),
      );
      const session = await page.context().newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: y === undefined ? [] : [{ x: from!.x + 24, y }],
        });
      await touch('touchStart', from!.y + 24);
      for (const way of [0.3, 0.7, 1]) await touch('touchMove', from!.y + 24 + (to!.y - from!.y) * way);
      await touch('touchEnd');
      await session.detach();
      await expect(card.getByRole('button', { name: /^Soup ?, your number 1 of 2/ })).toBeVisible();
      // Not by a tap: one that follows a fast drag only stops the page from scrolling on.
      await card.getByRole('button', { name: 'Vote', exact: true }).click();
      await expectToast(page, 'Vote Recorded');
      await expect(card.getByRole('list').first()).toMatchAriaSnapshot(`
        - list:
          - listitem: /Soup ?, 100%, 1 vote as first choice, your number 1/
      `);
    });

    await test.step('a quiz, whose answer comes with the vote', async () => {
      const card = await open(2, quiz!);
      expect(await page.content()).not.toContain('Karnataka');
      await card.getByRole('button', { name: 'Soup' }).tap();
      await expect(card.getByText('Not this time')).toBeVisible();
      await expect(card.getByRole('list').first()).toMatchAriaSnapshot(`
        - list:
          - listitem: /Dosa Right answer ?, 0%, 0 votes, right answer/
      `);
      await expect(card.getByText('It is from Karnataka.')).toBeVisible();
    });

    await test.step('a sealed poll, whose choice only this device remembers', async () => {
      const card = await open(3, sealed!);
      await card.getByRole('button', { name: 'Sealed' }).tap();
      const sheet = page.getByRole('dialog', { name: 'What we keep' });
      await sheet.getByRole('button', { name: 'Got it' }).tap();
      await expect(sheet).toBeHidden();
      await card.getByRole('button', { name: 'Dosa' }).tap();
      await expect(card.getByText('Only this device remembers what.')).toBeVisible();
      await page.reload();
      await expect(card.getByRole('list').first()).toMatchAriaSnapshot(`
        - list:
          - listitem: /Dosa ?, not counted yet, your vote/
      `);
      await page.evaluate(() => localStorage.removeItem('inkling_sealed_choices'));
      await page.reload();
      await expect(card.getByText('the device you voted on does.')).toBeVisible();
    });

    await test.step('options with pictures, of which one opens large and one is chosen', async () => {
      const question = unique('Which door?');
      const buffer = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
        'base64',
      );
      await page.goto('/create');
      await page.getByLabel('Your Question').fill(question);
      await page.getByRole('textbox', { name: 'Option 1', exact: true }).fill('Blue');
      await page.getByRole('textbox', { name: 'Option 2', exact: true }).fill('Green');
      await page.getByRole('switch', { name: 'Pictures for options' }).tap();
      for (const number of [1, 2]) {
        const chooser = page.waitForEvent('filechooser');
        await page.getByRole('button', { name: `Add a picture to option ${number}` }).tap();
        await (await chooser).setFiles({ name: 'door.png', mimeType: 'image/png', buffer });
      }
      await page.getByLabel('What the picture of option 1 shows').fill('A door with two panes');
      await page.getByRole('button', { name: 'Publish Poll' }).tap();
      await expect(page.getByText('Say what the picture of option 2 shows.')).toBeVisible();
      await page.getByLabel('What the picture of option 2 shows').fill('A door with a window');
      await page.getByRole('button', { name: 'Publish Poll' }).tap();
      await closeShareSheet(page);
      const card = cardOf(page, question);
      await card.getByRole('button', { name: 'Enlarge the picture of Green' }).tap();
      await expect(page.getByRole('dialog').getByRole('img', { name: 'A door with a window' })).toBeVisible();
      await page.keyboard.press('Escape');
      await card.getByRole('button', { name: /^A door with two panes Blue/ }).tap();
      await expect(card.getByRole('list').first()).toMatchAriaSnapshot(`
        - list:
          - listitem:
            - img "A door with two panes"
            - button "Enlarge the picture of Blue"
            - text: /Blue/
      `);
    });

    await test.step('the results instead of a vote', async () => {
      const card = await open(4, looked!);
      await card.getByRole('button', { name: 'More about this poll' }).tap();
      await page.getByRole('menuitem', { name: 'See results without voting' }).tap();
      const question = card.getByRole('alertdialog');
      await expect(question.getByRole('button', { name: 'Keep my vote' })).toBeFocused();
      await question.getByRole('button', { name: 'Show results' }).tap();
      await expect(card.getByText('You looked without voting.')).toBeVisible();
      await expect(card.getByText('0 votes · 1 abstained')).toBeVisible();
    });
  });
});

test.describe('by keyboard on a desktop', () => {
  test.use({ viewport: { width: 1340, height: 900 }, serviceWorkers: 'block' });

  test('a sealed order is asked, given, and ended by its author', async ({ page, me }) => {
    expect(me.id).toBeGreaterThan(0);
    const { keyboard } = page;
    const question = unique('What shall we cook?');
    await page.goto('/create');
    await tabTo(page, 'textbox', /^Your Question/);
    await keyboard.type(question);
    await tabTo(page, 'radio', /^One/);
    for (const _ of [1, 2]) await keyboard.press('ArrowDown');
    await expectFocus(page, 'radio', /^In order/);
    await tabTo(page, 'textbox', 'Option 1');
    await keyboard.type('Paella');
    await keyboard.press('Enter');
    await keyboard.type('Dosa');
    await tabTo(page, 'switch', 'Sealed poll');
    await keyboard.press('Space');
    await tabTo(page, 'button', 'Publish Poll');
    await keyboard.press('Enter');
    await closeShareSheet(page);

    const card = cardOf(page, question);
    // Keys mark options as soon as the code for ballots is there.
    await expect(card.getByRole('button', { name: 'Paella' })).toBeVisible();
    await card.focus();
    await keyboard.press('2');
    await keyboard.press('1');
    await tabTo(page, 'button', 'Rank Paella higher');
    await keyboard.press('Enter');
    await expectFocus(page, 'button', 'Rank Paella higher');
    await expect(card.getByRole('button', { name: /^Paella ?, your number 1 of 2/ })).toBeVisible();
    await tabTo(page, 'button', 'Vote');
    await keyboard.press('Enter');
    await expect(card.getByText('1 vote is in.')).toBeVisible();

    await card.focus();
    await tabTo(page, 'button', 'Poll options');
    await keyboard.press('Enter');
    await keyboard.press('End');
    await keyboard.press('ArrowUp');
    await expectFocus(page, 'menuitem', /^End now/);
    await keyboard.press('Enter');
    await expectFocus(page, 'button', 'Keep it open');
    await keyboard.press('Escape');
    await expect(card.getByRole('alertdialog')).toBeHidden();
    await tabTo(page, 'button', 'Poll options');
    await keyboard.press('Enter');
    await keyboard.press('End');
    await keyboard.press('ArrowUp');
    await keyboard.press('Enter');
    await tabTo(page, 'button', 'End now');
    await keyboard.press('Enter');
    await expect(card.getByText('Poll ended', { exact: true })).toBeVisible();
  });
});
