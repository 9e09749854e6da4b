import { readItem, writeItem } from './storage';

/** `user/version` of the terms that a person is known to have accepted on this device. */
const STORAGE_TERMS = 'inkling_accepted_terms';

/** Whether the server need not be asked if this person has accepted this version. */
export const knowsTerms = (userId: number, version: number): boolean =>
  readItem(STORAGE_TERMS) === `${userId}/${version}`;

/** The server has said that this person has accepted this version. */
export const rememberTerms = (userId: number, version: number): boolean =>
  writeItem(STORAGE_TERMS, `${userId}/${version}`);
