import { useSyncExternalStore } from 'react';
import { readItem, writeItem } from './storage';
import { createStore, useStore } from './store';

export type Theme = 'light' | 'dark';
/** The person's choice: a theme, or the system's. */
export type ThemeChoice = Theme | 'system';

/** Colours of the browser's frame, equal to the page's ground. */
const PAPER: Record<Theme, string> = { light: '#F0F1EA', dark: '#0F1115' };

/** Key of the choice; `public/theme.js` reads it before the first paint. */
const STORAGE_THEME = 'inkling_theme';
const SYSTEM_DARK = '(prefers-color-scheme: dark)';

const root = document.documentElement;
const shown = createStore<Theme>(root.dataset.theme === 'dark' ? 'dark' : 'light');

function show(theme: Theme): void {
  root.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = PAPER[theme];
  shown.set(theme);
}

const systemTheme = (): Theme => (matchMedia(SYSTEM_DARK).matches ? 'dark' : 'light');

function choice(): ThemeChoice {
  const stored = readItem(STORAGE_THEME);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Follows the system's theme until the person chooses one. Call once at the start. */
export function followSystemTheme(): void {
  matchMedia(SYSTEM_DARK).addEventListener('change', () => {
    if (choice() === 'system') show(systemTheme());
  });
}

/** Shows a theme, or the system's, and stores the choice; without storage it lasts as long as the page. */
export function chooseTheme(next: ThemeChoice): void {
  writeItem(STORAGE_THEME, next === 'system' ? null : next);
  show(next === 'system' ? systemTheme() : next);
}

/** Switches between light and dark and stores the choice. */
export const switchTheme = (): void => chooseTheme(shown.get() === 'dark' ? 'light' : 'dark');

/** The theme on screen. */
export const useTheme = (): Theme => useStore(shown);

/** The person's choice. */
export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(shown.subscribe, choice);
