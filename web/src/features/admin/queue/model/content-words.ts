import type { ModeratedContent } from '@inkling/contracts';
import { changesOf, type Change } from './changes';

function textsOf(content: ModeratedContent): (string | null)[] {
  switch (content.kind) {
    case 'poll':
      return [content.question, ...content.options];
    case 'comment':
      return [content.content];
    case 'picture':
      return [content.question];
    case 'profile':
      return [content.author?.name ?? null, content.author && `@${content.author.username}`];
  }
}

/** The texts that differ between the report and now. */
export const changedTexts = (before: ModeratedContent, after: ModeratedContent): Change[] =>
  changesOf(textsOf(before), textsOf(after));

/** Whether it shows another picture than before. */
export function pictureChanged(before: ModeratedContent, after: ModeratedContent): boolean {
  const pictureOf = (content: ModeratedContent) =>
    'media' in content ? content.media : content.kind === 'profile' ? (content.author?.profilePicture ?? null) : null;
  return pictureOf(before) !== pictureOf(after);
}
