/**
 * Watches which slots of a long list are near the screen. Pages of slots that are far away collapse into one empty box.
 */

/** Pixels around the screen within which a slot counts as near. */
const KEPT = '1600px 0px';
/**
 * A page's slots are watched one by one only within this distance, so that a list of a thousand costs as much as one of
 * fifty.
 */
const WATCHED = '3000px 0px';

/** Whether the browser's find-in-page finds text that is hidden until then. */
export const FINDABLE = 'onbeforematch' in document.documentElement;

type Listener = (near: boolean) => void;

interface Page {
  node: HTMLElement;
  places: Map<HTMLElement, Listener>;
  /** False: the page is one empty box, whose slots are neither laid out nor watched. */
  awake: boolean;
}

const pages = new Map<Element, Page>();
/** Slots that have been near. */
const met = new WeakSet<Element>();

function wake(page: Page): void {
  if (page.awake) return;
  page.awake = true;
  page.node.style.removeProperty('content-visibility');
  page.node.style.removeProperty('height');
  for (const place of page.places.keys()) observers?.places.observe(place);
}

/** @param height of the page in pixels */
function sleep(page: Page, height: number): void {
  // A page with the focus stays, or the focus would be lost; a height of 0 means that the whole list is being hidden.
  if (!page.awake || height <= 0 || page.node.contains(document.activeElement)) return;
  page.awake = false;
  for (const [place, listener] of page.places) {
    observers?.places.unobserve(place);
    listener(false);
  }
  page.node.style.height = `${height}px`;
  // Not `hidden="until-found"`, which would keep find-in-page from reaching the slots inside.
  page.node.style.setProperty('content-visibility', 'auto');
}

interface Observers {
  pages: IntersectionObserver;
  places: IntersectionObserver;
}

let observers: Observers | undefined;

function observing(): Observers {
  observers ??= {
    pages: new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, boundingClientRect } of entries) {
          const page = pages.get(target);
          if (page && isIntersecting) wake(page);
          else if (page) sleep(page, boundingClientRect.height);
        }
      },
      { rootMargin: WATCHED },
    ),
    places: new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          // A slot that has never been near is still being laid out.
          if (!isIntersecting && !met.has(target)) continue;
          met.add(target);
          pages.get(target.parentElement as Element)?.places.get(target as HTMLElement)?.(isIntersecting);
        }
      },
      { rootMargin: KEPT },
    ),
  };
  return observers;
}

/** The height of a sleeping page is out of date: it is laid out and measured again. */
function reconsider(page: Page): void {
  wake(page);
  observers?.pages.unobserve(page.node);
  observers?.pages.observe(page.node);
}

/** Find-in-page has found one of the slots. */
const found = ({ currentTarget }: Event): void => {
  const page = pages.get(currentTarget as Element);
  if (page) reconsider(page);
};

/**
 * Calls back when a slot comes near the screen and when it no longer is; at once if it is near now.
 * @param place child of the element that holds the page's slots
 * @returns a function that stops it
 */
export function watchSlot(place: HTMLElement, listener: Listener): () => void {
  const node = place.parentElement;
  if (!node || typeof IntersectionObserver === 'undefined') return () => undefined;
  let page = pages.get(node);
  if (!page) {
    pages.set(node, (page = { node, places: new Map(), awake: true }));
    observing().pages.observe(node);
    node.addEventListener('beforematch', found);
  }
  const { places } = page;
  places.set(place, listener);
  if (page.awake) observing().places.observe(place);
  else reconsider(page);
  return () => {
    places.delete(place);
    observers?.places.unobserve(place);
    if (places.size === 0) {
      pages.delete(node);
      observers?.pages.unobserve(node);
      node.removeEventListener('beforematch', found);
    } else if (!page.awake) {
      // Not while a whole list is being removed.
      queueMicrotask(() => pages.get(node) === page && reconsider(page));
    }
  };
}
