import { z } from 'zod';
import { MUTED_WORDS_MAX, MUTED_WORD_MAX } from '../constants.js';
import { Id, IdText, typed } from '../common.js';

/** `POST /api/blocks` and `POST /api/mutes` (docs/product.md#blocks-and-mutes). */
export const BlockBody = z.object({ userId: Id });
export const BlockParam = z.object({ userId: IdText });

/** The same answer for an id of nobody, so that no one learns from it who has blocked them. */
export const BlockState = z.object({ userId: Id, blocked: z.boolean() });
export type BlockState = z.infer<typeof BlockState>;
export const MuteState = z.object({ userId: Id, muted: z.boolean() });
export type MuteState = z.infer<typeof MuteState>;

/** A user's muted words, in their order. For the user's own eyes only. */
export const MutedWords = z.object({ words: z.array(z.string()) });
export type MutedWords = z.infer<typeof MutedWords>;

/** `POST /api/muted-words`; words that differ by case or spaces alone count once. */
export const MutedWordsBody = z.object({
  words: z
    .array(typed(MUTED_WORD_MAX, 'A word'), 'words is a list')
    .max(MUTED_WORDS_MAX, `At most ${MUTED_WORDS_MAX} words can be muted`),
});
export type MutedWordsBody = z.infer<typeof MutedWordsBody>;
