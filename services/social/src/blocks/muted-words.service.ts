import { Injectable } from '@nestjs/common';
import { mutedWordKey, mutedWordsChanged } from '@inkling/contracts';
import { Database } from '@inkling/platform';
import type { Tables } from '../tables.js';
import { BlocksRepository } from './blocks.repository.js';

/** A user's muted words (docs/product.md#blocks-and-mutes). */
@Injectable()
export class MutedWordsService {
  constructor(
    private readonly database: Database<Tables>,
    private readonly blocks: BlocksRepository,
  ) {}

  /** As typed, in their order. */
  async words(userId: number): Promise<string[]> {
    const list = await this.database.kysely
      .selectFrom('muted_words')
      .select('words')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return list?.words ?? [];
  }

  /** Replaces the words. Of words that hide the same texts only the first is kept. Returns what is kept. */
  async replace(userId: number, typed: readonly string[]): Promise<string[]> {
    const byKey = new Map<string, string>();
    for (const word of typed) if (!byKey.has(mutedWordKey(word))) byKey.set(mutedWordKey(word), word);
    const words = [...byKey.values()];
    await this.database.transaction(async (tx) => {
      await this.blocks.lock(tx, userId);
      const known = await tx.kysely
        .selectFrom('muted_words')
        .select('words')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (JSON.stringify(known?.words ?? []) === JSON.stringify(words)) return;
      if (words.length === 0) await tx.kysely.deleteFrom('muted_words').where('user_id', '=', userId).execute();
      else
        await tx.kysely
          .insertInto('muted_words')
          .values({ user_id: userId, words })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ words }))
          .execute();
      await tx.publish(mutedWordsChanged, { userId, words, version: await this.blocks.nextVersion(tx) });
    });
    return words;
  }
}
