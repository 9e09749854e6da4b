import { useSyncExternalStore } from 'react';

export interface ToastMessage {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** It comes from elsewhere, not from what the person just did: it waits until the message on screen has gone. */
  background?: boolean;
}
export interface ShownToast extends ToastMessage {
  id: number;
}

let shown: ShownToast | null = null;
/** The latest message from elsewhere that waits. */
let waiting: ToastMessage | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: ShownToast | null): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Shows a message; it replaces the one before, since only one is visible at a time (spec 4, Other). */
export function toast(message: ToastMessage): void {
  if (message.background && shown) {
    // The same again would only keep it on screen.
    if (shown.title !== message.title || shown.description !== message.description) waiting = message;
    return;
  }
  set({ ...message, id: ++lastId });
}

/** Takes a message away, unless another has replaced it. */
export function dismissToast(id: number): void {
  if (shown?.id !== id) return;
  const next = waiting;
  waiting = null;
  set(next && { ...next, id: ++lastId });
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
