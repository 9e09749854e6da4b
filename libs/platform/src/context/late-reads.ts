import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<boolean>();

/** Runs `work` for somebody who has written nothing lately: its reads, and those of its calls, may be late (ADR 37). */
export const allowLateReads = <T>(work: () => T): T => storage.run(true, work);

/** Runs `work` whose reads must not be late, whoever caused it, as where others keep what it finds. */
export const refuseLateReads = <T>(work: () => T): T => storage.run(false, work);

/** Whether reads of the current work may be late. What several callers share must not mix the two kinds. */
export const readsMayBeLate = (): boolean => storage.getStore() === true;
