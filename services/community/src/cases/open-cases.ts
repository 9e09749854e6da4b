import { Injectable } from '@nestjs/common';
import { EXCERPT_MAX, type ActObject, type ModeratedContent } from '@inkling/contracts';
import { lockIds, type Transaction } from '@inkling/platform';
import { Log } from '../log/log.js';
import type { Tables } from '../tables.js';

/** Something that can have a case, as it is now. */
export interface SeenObject {
  readonly object: ActObject;
  /** Null for a deleted account. */
  readonly authorId: number | null;
  readonly content: ModeratedContent;
}

/**
 * Locks the object's open case until the transaction ends. The lock also holds when there is no open case, so that no
 * other transaction can open a new case or reopen a decided one.
 */
export const lockOpenCase = (tx: Transaction<Tables>, kind: ActObject['kind'], id: number): Promise<void> =>
  lockIds(tx, `open case of ${kind}`, [id]);

/** Finds the open case of an object, or opens one. */
@Injectable()
export class OpenCases {
  constructor(private readonly log: Log) {}

  /**
   * The object's open case, locked until the transaction ends. There is at most one, for parallel callers too; after a
   * decision a new one is opened.
   */
  async findOrOpen(
    tx: Transaction<Tables>,
    { object: { kind, id }, authorId, content }: SeenObject,
    by: 'report' | 'flag' | 'act',
  ): Promise<{ id: number; opened: boolean }> {
    await lockOpenCase(tx, kind, id);
    for (;;) {
      const opened = await tx.kysely
        .insertInto('cases')
        .values({
          object_kind: kind,
          object_id: id,
          author_id: authorId,
          excerpt: excerptOf(content),
          snapshot: ownPart(content),
        })
        .onConflict((conflict) =>
          conflict.columns(['object_kind', 'object_id']).where('decided_at', 'is', null).doNothing(),
        )
        .returning('id')
        .executeTakeFirst();
      if (opened) {
        await this.log.append(tx, {
          by: 'product',
          what: 'case-opened',
          caseId: opened.id,
          objectKind: kind,
          objectId: id,
          personId: authorId ?? undefined,
          details: { by },
        });
        return { id: opened.id, opened: true };
      }
      const open = await tx.kysely
        .selectFrom('cases')
        .select('id')
        .where('object_kind', '=', kind)
        .where('object_id', '=', id)
        .where('decided_at', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      // Decided between the two statements: the next round opens a new case.
      if (open) return { id: open.id, opened: false };
    }
  }
}

function excerptOf(content: ModeratedContent): string {
  const text =
    content.kind === 'profile'
      ? (content.author?.name ?? '')
      : content.kind === 'comment'
        ? content.content
        : content.question;
  const characters = [...text.replaceAll(/\s+/g, ' ')];
  return characters.length <= EXCERPT_MAX ? characters.join('') : `${characters.slice(0, EXCERPT_MAX - 1).join('')}…`;
}

/** What the author wrote. The question above a comment is another person's, and would outlive that person's account. */
const ownPart = (content: ModeratedContent): ModeratedContent =>
  content.kind === 'comment' ? { ...content, question: '' } : content;
