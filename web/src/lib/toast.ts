import { createStore, useStore } from './store';

export interface ToastMessage {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** Not caused by what the person just did: it waits until the current message is gone. */
  background?: boolean;
  /** A button in the message, such as Undo, and the key that does the same where there is one. */
  action?: { label: string; key?: string; onPress: () => void };
  /** Milliseconds on screen, where it differs from other messages. */
  duration?: number;
}
export interface ShownToast extends ToastMessage {
  id: number;
}

const shown = createStore<ShownToast | null>(null);
/** The latest background message that waits. */
let waiting: ToastMessage | null = null;
let lastId = 0;

/** Shows a message; it replaces the current one, since only one is visible at a time. */
export function toast(message: ToastMessage): void {
  const current = shown.get();
  if (message.background && current) {
    // A repetition would only keep it on screen.
    if (current.title !== message.title || current.description !== message.description) waiting = message;
    return;
  }
  shown.set({ ...message, id: ++lastId });
}

/** Removes a message, unless another has replaced it. */
export function dismissToast(id: number): void {
  if (shown.get()?.id !== id) return;
  const next = waiting;
  waiting = null;
  shown.set(next && { ...next, id: ++lastId });
}

/** The message on screen. */
export const useShownToast = (): ShownToast | null => useStore(shown);
