/**
 * What is near the screen in a long list: its places, and pages of places that are as good as gone while they are far
 * away.
 */

/** Pixels around the screen in which a place counts as near. */
const KEPT = '1600px 0px';
/**
 * A page's places are watched one by one only within this much, so that a list of a thousand costs what one of fifty
 * does.
 */
const WATCHED = '3000px 0px';

/** Whether the browser's search finds text that is hidden until then. */
export const FINDABLE = 'onbeforematch' in document.documentElement;

type Listener = (near: boolean) => void;

interface Page {
  node: HTMLElement;
  places: Map<HTMLElement, Listener>;
  /** False: it is one empty box, whose places are neither laid out nor watched. */
  awake: boolean;
}

const pages = new Map<Element, Page>();
/** Places that have been near. */
const met = new WeakSet<Element>();

function wake(page: Page): void {
  if (page.awake) return;
  page.awake = true;
  page.node.style.removeProperty('content-visibility');
  page.node.style.removeProperty('height');
  for (const place of page.places.keys()) observers?.places.observe(place);
}

/** @param height pixels, as the page is now */
function sleep(page: Page, height: number): void {
  // A page that holds the focus stays, or the focus would be lost; one without height is being hidden with all of the
  // list.
  if (!page.awake || height <= 0 || page.node.contains(document.activeElement)) return;
  page.awake = false;
  for (const [place, listener] of page.places) {
    observers?.places.unobserve(place);
    listener(false);
  }
  page.node.style.height = `${height}px`;
  // Not hidden until found: the browser's search would not come to the places inside, which are.
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
          // What has not been near yet is on its way.
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

/** What sleeps is not as high as it was any more: it is looked at anew. */
function reconsider(page: Page): void {
  wake(page);
  observers?.pages.unobserve(page.node);
  observers?.pages.observe(page.node);
}

/** The browser's search has found one of the places. */
const found = ({ currentTarget }: Event): void => {
  const page = pages.get(currentTarget as Element);
  if (page) reconsider(page);
};

/**
 * Tells when a place comes near the screen and when it no longer is; at once if it is near now.
 * @param place child of the element that holds the page's places
 * @returns ends it
 */
export function watchPlace(place: HTMLElement, listener: Listener): () => void {
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
      // Not while a whole list goes.
      queueMicrotask(() => pages.get(node) === page && reconsider(page));
    }
  };
}
