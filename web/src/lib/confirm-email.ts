import { createStore, useStore } from './store';

const asked = createStore(false);

/** Asks the person to confirm their address, because what they just did does not count without it. */
export const askToConfirmEmail = (): void => asked.set(true);

/** Closes the question. */
export const closeConfirmEmail = (): void => asked.set(false);

/** Whether the person is being asked to confirm their address. */
export const useConfirmEmailAsked = (): boolean => useStore(asked);
