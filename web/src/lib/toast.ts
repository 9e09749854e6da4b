import { useSyncExternalStore } from 'react';

export interface ToastMessage {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
}
export interface ShownToast extends ToastMessage {
  id: number;
}

let shown: ShownToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: ShownToast | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a message; it replaces the one before, since only one is visible at a time (spec 4, Other). */
export function toast(message: ToastMessage): void {
  set({ ...message, id: ++lastId });
}

/** Takes a message away, unless another has replaced it. */
export function dismissToast(id: number): void {
  if (shown?.id === id) set(null);
}

/** The message on screen. */
export function useShownToast(): ShownToast | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}
