import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

/** Key of the choice; `public/theme.js` reads it before the first paint. */
const STORAGE_THEME = 'inkling_theme';
const root = document.documentElement;
const listeners = new Set<() => void>();

const current = (): Theme => (root.dataset.theme === 'dark' ? 'dark' : 'light');

function apply(theme: Theme): void {
  root.dataset.theme = theme;
  for (const listener of listeners) listener();
}

/** Follows the system's theme for as long as the person has not chosen one. Call once at the start. */
export function followSystemTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => {
    try {
      if (localStorage.getItem(STORAGE_THEME) !== null) return;
    } catch {
      // No storage means no choice.
    }
    apply(event.matches ? 'dark' : 'light');
  });
}

/** Switches between light and dark and keeps the choice. */
export function switchTheme(): void {
  const next = current() === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem(STORAGE_THEME, next);
  } catch {
    // The choice then lasts as long as the page.
  }
  apply(next);
}

/** The theme on screen. */
export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, current);
}
