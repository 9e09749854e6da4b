/**
 * Scrolls just far enough to show an element, once the animations around it have ended. Jumps where reduced motion is
 * preferred.
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
