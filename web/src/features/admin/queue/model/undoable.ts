import type { Act } from '@inkling/contracts';

/**
 * Whether an act can be taken back: a removed profile picture does not come back, and an appealed act is decided
 * by answering the appeal.
 */
export const canUndo = ({ act, object, undoneAt, appeal }: Act): boolean =>
  undoneAt === null && appeal === null && !(act === 'delete' && object.kind === 'profile');
