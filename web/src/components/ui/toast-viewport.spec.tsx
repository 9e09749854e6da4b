import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { toast, useShownToast } from '../../lib/toast';
import ToastViewport from './toast-viewport';

function Host() {
  return <ToastViewport shown={useShownToast()} />;
}

beforeEach(() => {
  jest.useFakeTimers();
  window.matchMedia = (() => ({ matches: false })) as unknown as typeof window.matchMedia;
  // jsdom runs no animations.
  Element.prototype.getAnimations = () => [];
  render(<Host />);
});
afterEach(async () => {
  for (const button of screen.queryAllByRole('button', { name: 'Dismiss' })) fireEvent.click(button);
  await pass(100);
  jest.useRealTimers();
});

const pass = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms));
const messages = () => within(screen.getByRole('region', { name: 'Messages' }));
const titles = () => screen.queryAllByRole('dialog').map((each) => each.querySelector('b')?.textContent);

async function show(title: string, description?: string): Promise<HTMLElement> {
  act(() => toast(description === undefined ? { title } : { title, description }));
  await pass(20);
  return screen.getByRole('dialog', { name: title });
}

function swipe(element: HTMLElement, way: number): void {
  // jsdom has no pointer events.
  const fire = (type: string, clientX: number) =>
    fireEvent(element, new MouseEvent(type, { bubbles: true, button: 0, clientX }));
  fire('pointerdown', 100);
  fire('pointermove', 100 + way);
  fire('pointerup', 100 + way);
}

test('a message stays for five seconds', async () => {
  expect(await show('Poll Saved', 'It is in your list.')).toHaveAccessibleDescription('It is in your list.');
  await pass(4_900);
  expect(titles()).toEqual(['Poll Saved']);
  await pass(200);
  expect(titles()).toEqual([]);
});

test('a message may say how long it stays', async () => {
  act(() =>
    toast({ title: 'Comment hidden', duration: 10_000, action: { label: 'Undo', key: 'Z', onPress: () => {} } }),
  );
  await pass(9_900);
  expect(titles()).toEqual(['Comment hidden']);
  await pass(200);
  expect(titles()).toEqual([]);
});

test('a message waits while the pointer is on it', async () => {
  await show('Poll Saved');
  fireEvent.mouseEnter(screen.getByRole('region', { name: 'Messages' }));
  await pass(20_000);
  expect(titles()).toEqual(['Poll Saved']);
  fireEvent.mouseLeave(screen.getByRole('region', { name: 'Messages' }));
  await pass(5_100);
  expect(titles()).toEqual([]);
});

test('a new message takes the place of the one before, with five seconds of its own', async () => {
  await show('Poll Saved');
  await pass(4_000);
  await show('Poll Unsaved');
  expect(titles()).toEqual(['Poll Unsaved']);
  await pass(4_000);
  expect(titles()).toEqual(['Poll Unsaved']);
  await pass(1_100);
  expect(titles()).toEqual([]);
});

test('a swipe to the right takes it away from 50 pixels on; shorter, or to the left, it stays', async () => {
  const element = await show('Poll Saved');
  swipe(element, 49);
  swipe(element, -120);
  await pass(200);
  expect(titles()).toEqual(['Poll Saved']);
  swipe(element, 50);
  await pass(200);
  expect(titles()).toEqual([]);
});

test('its button and Escape take it away', async () => {
  await show('Poll Saved');
  fireEvent.click(messages().getByRole('button', { name: 'Dismiss' }));
  await pass(200);
  expect(titles()).toEqual([]);
  const element = await show('Poll Unsaved');
  act(() => element.focus());
  fireEvent.keyDown(element, { key: 'Escape' });
  await pass(200);
  expect(titles()).toEqual([]);
});

test('what comes from elsewhere follows once the first has gone', async () => {
  await show('Vote Recorded');
  act(() => toast({ title: 'New Notification', background: true }));
  await pass(5_100);
  expect(titles()).toEqual(['New Notification']);
});

test('a message is said once', async () => {
  await show('Error', 'Failed to vote');
  expect(document.querySelector('[data-announcer]')).toHaveTextContent('Error. Failed to vote');
  expect(screen.getByRole('region', { name: 'Messages' })).toHaveAttribute('aria-live', 'off');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('on a phone a message leaves the sheet free that opens after it', async () => {
  window.matchMedia = (() => ({ matches: true })) as unknown as typeof window.matchMedia;
  const box = (top: number, bottom: number) =>
    ({ left: 0, right: 390, top, bottom, width: 390, height: bottom - top }) as DOMRect;
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.matches('.sheet') ? box(400, innerHeight) : box(0, 72);
  });
  const viewport = screen.getByRole('region', { name: 'Messages' });
  viewport.style.bottom = '16px';
  await show('Poll Created');
  expect(viewport.style.getPropertyValue('--lift')).toBe('0px');
  const sheet = document.body.appendChild(document.createElement('div'));
  sheet.className = 'sheet';
  await pass(20);
  expect(viewport.style.getPropertyValue('--lift')).toBe(`${innerHeight - 16 - 400 + 8}px`);
  sheet.remove();
  jest.restoreAllMocks();
});

test('a message may carry a button, which acts once and closes the message', async () => {
  const onPress = jest.fn();
  act(() => toast({ title: 'Bruno is muted', action: { label: 'Undo', onPress } }));
  await pass(20);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await pass(100);
  expect(onPress).toHaveBeenCalledTimes(1);
  expect(titles()).toEqual([]);
});
