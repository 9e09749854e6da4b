import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { watchSlot } from './slot-watcher';

/** Stand-ins for the browser's observers, whose entries the tests trigger. */
class Watch {
  static readonly all: Watch[] = [];
  readonly watched = new Set<Element>();
  constructor(
    private readonly tell: IntersectionObserverCallback,
    readonly options: IntersectionObserverInit,
  ) {
    Watch.all.push(this);
  }
  observe(target: Element): void {
    this.watched.add(target);
  }
  unobserve(target: Element): void {
    this.watched.delete(target);
  }
  say(target: Element, isIntersecting: boolean, height = 4_000): void {
    this.tell(
      [{ target, isIntersecting, boundingClientRect: { height } } as unknown as IntersectionObserverEntry],
      this as unknown as IntersectionObserver,
    );
  }
}

const original = globalThis.IntersectionObserver;
let pages: Watch;
let places: Watch;
let page: HTMLElement;
let heard: jest.Mock<(place: number, near: boolean) => void>;
let ends: (() => void)[];

beforeAll(() => {
  globalThis.IntersectionObserver = Watch as unknown as typeof IntersectionObserver;
  watchSlot(document.createElement('p').appendChild(document.createElement('i')), () => undefined)();
  [pages, places] = Watch.all as [Watch, Watch];
});
afterAll(() => {
  globalThis.IntersectionObserver = original;
});
beforeEach(() => {
  heard = jest.fn();
  page = document.body.appendChild(document.createElement('div'));
  page.innerHTML = '<div><button></button></div><div></div><div></div>';
  ends = [...page.children].map((place, index) => watchSlot(place as HTMLElement, (near) => heard(index, near)));
});
afterEach(() => {
  for (const end of ends) end();
  page.remove();
});

const asleep = () => page.style.getPropertyValue('content-visibility') === 'auto';
const watched = () => [...page.children].map((place) => places.watched.has(place));

test('a slot calls back when it comes near and when it leaves, and not before it was near', () => {
  places.say(page.children[1]!, false);
  expect(heard).not.toHaveBeenCalled();
  places.say(page.children[1]!, true);
  places.say(page.children[1]!, false);
  expect(heard.mock.calls).toEqual([
    [1, true],
    [1, false],
  ]);
});

test('a page far away is one box of the same height with its slots unwatched, until it is near again', () => {
  pages.say(page, false, 3_210.5);
  expect([asleep(), page.style.height]).toEqual([true, '3210.5px']);
  expect(watched()).toEqual([false, false, false]);
  expect(heard.mock.calls).toEqual([
    [0, false],
    [1, false],
    [2, false],
  ]);
  pages.say(page, true);
  expect([asleep(), page.style.height]).toEqual([false, '']);
  expect(watched()).toEqual([true, true, true]);
});

test('a page that holds the focus, or whose list is being hidden, stays awake', () => {
  page.querySelector('button')!.focus();
  pages.say(page, false);
  expect(asleep()).toBe(false);
  (document.activeElement as HTMLElement).blur();
  pages.say(page, false, 0);
  expect(asleep()).toBe(false);
  pages.say(page, false);
  expect(asleep()).toBe(true);
});

test('a sleeping page is measured again when a search finds a slot, or when one is added or removed', async () => {
  pages.say(page, false);
  page.children[2]!.dispatchEvent(new Event('beforematch', { bubbles: true }));
  expect([asleep(), pages.watched.has(page)]).toEqual([false, true]);

  pages.say(page, false);
  const late = page.appendChild(document.createElement('div'));
  ends.push(watchSlot(late, () => undefined));
  expect([asleep(), places.watched.has(late)]).toEqual([false, true]);

  pages.say(page, false);
  ends.pop()!();
  await Promise.resolve();
  expect([asleep(), places.watched.has(late)]).toEqual([false, false]);
});

test('a list that goes leaves nothing watched', async () => {
  pages.say(page, false);
  for (const end of ends.splice(0)) end();
  await Promise.resolve();
  expect([pages.watched.size, places.watched.size]).toEqual([0, 0]);
});
