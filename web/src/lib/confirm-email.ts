import { useSyncExternalStore } from 'react';

let asked = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Asks the person to confirm their address, without which what they just did does not count. */
export const askToConfirmEmail = (): void => set(true);

/** They have read it. */
export const closeConfirmEmail = (): void => set(false);

/** Whether the person is being asked to confirm their address. */
export function useConfirmEmailAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
}
