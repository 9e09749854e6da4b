/**
 * Scrolls just so far that an element is on the screen, once what moves around it has come to rest. Jumps where
 * reduced motion is wanted.
 */
export async function showWhole(element: HTMLElement): Promise<void> {
  const moving = element.parentElement?.parentElement?.getAnimations?.() ?? [];
  await Promise.allSettled(moving.map(({ finished }) => finished));
  if (!element.isConnected) return;
  element.scrollIntoView({
    block: 'nearest',
    behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
  });
}
