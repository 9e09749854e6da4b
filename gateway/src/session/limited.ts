import type { Viewer } from './viewer.js';

/** The fields of a call that tell a service whose limits hold (docs/product.md#limits). */
export const newAccountOf = ({ newAccount }: Viewer): { newAccount?: true } => (newAccount ? { newAccount } : {});
