import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';
/** What the person wants: a theme, or whatever the system shows. */
export type ThemeChoice = Theme | 'system';

/** The frame that a browser or an installed application draws around the page has the colour of the paper. */
const PAPER: Record<Theme, string> = { light: '#F0F1EA', dark: '#0F1115' };

/** Key of the choice; `public/theme.js` reads it before the first paint. */
const STORAGE_THEME = 'inkling_theme';
const root = document.documentElement;
const listeners = new Set<() => void>();

const current = (): Theme => (root.dataset.theme === 'dark' ? 'dark' : 'light');

function apply(theme: Theme): void {
  root.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = PAPER[theme];
  for (const listener of listeners) listener();
}

const system = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

function choice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_THEME);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
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

/** Shows a theme, or the system's, and keeps the choice. */
export function chooseTheme(next: ThemeChoice): void {
  try {
    if (next === 'system') localStorage.removeItem(STORAGE_THEME);
    else localStorage.setItem(STORAGE_THEME, next);
  } catch {
    // The choice then lasts as long as the page.
  }
  apply(next === 'system' ? system() : next);
}

/** Switches between light and dark and keeps the choice. */
export const switchTheme = (): void => chooseTheme(current() === 'dark' ? 'light' : 'dark');

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The theme on screen. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, current);

/** What the person has chosen. */
export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, choice);
