/** Words on their way into a comment, of one poll and one person, kept in this tab. */
interface Kept {
  userId: number;
  /** What stands in the field. */
  text: string;
  /** What was sent and has no answer yet. */
  sent: string[];
}

const keyOf = (pollId: number): string => `inkling_comment_${pollId}`;

function read(pollId: number, userId: number): Kept {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(pollId)) ?? 'null') as Partial<Kept> | null;
    if (kept?.userId === userId && typeof kept.text === 'string' && Array.isArray(kept.sent))
      return { userId, text: kept.text, sent: kept.sent.filter((one) => typeof one === 'string') };
  } catch {
    // Unreadable is nothing.
  }
  return { userId, text: '', sent: [] };
}

function write(pollId: number, kept: Kept): void {
  try {
    if (kept.text.trim() === '' && kept.sent.length === 0) sessionStorage.removeItem(keyOf(pollId));
    else sessionStorage.setItem(keyOf(pollId), JSON.stringify(kept));
  } catch {
    // The words then live as long as the page.
  }
}

/** Texts one below the other, without empty ones. */
export const joined = (...texts: string[]): string => texts.filter((text) => text.trim() !== '').join('\n');

/** What this person had written here and what of it never got an answer, for the field; empty when there is nothing. */
export function recoverComment(pollId: number, userId: number): string {
  const { text, sent } = read(pollId, userId);
  return joined(...sent, text);
}

/** The field has changed. */
export function keepComment(pollId: number, userId: number, text: string): void {
  write(pollId, { ...read(pollId, userId), text });
}

/** The words of the field have been sent; until `commentAnswered` they count as unsaved. */
export function commentSent(pollId: number, userId: number, content: string): void {
  const kept = read(pollId, userId);
  write(pollId, { ...kept, text: '', sent: [...kept.sent, content] });
}

/** The server has answered: the words are saved, or, when not, they stand in the field again. */
export function commentAnswered(pollId: number, userId: number, content: string, saved: boolean): void {
  const { text, sent } = read(pollId, userId);
  const place = sent.indexOf(content);
  if (place < 0) return;
  write(pollId, { userId, text: saved ? text : joined(content, text), sent: sent.toSpliced(place, 1) });
}
