/** Unsaved text for comments, per poll and user, kept in this tab. */
interface Kept {
  userId: number;
  /** The text in the field. */
  text: string;
  /** Texts that were sent and not answered yet. */
  sent: string[];
}

const keyOf = (pollId: number): string => `inkling_comment_${pollId}`;

function read(pollId: number, userId: number): Kept {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(pollId)) ?? 'null') as Partial<Kept> | null;
    if (kept?.userId === userId && typeof kept.text === 'string' && Array.isArray(kept.sent))
      return { userId, text: kept.text, sent: kept.sent.filter((one) => typeof one === 'string') };
  } catch {
    // An unreadable value counts as empty.
  }
  return { userId, text: '', sent: [] };
}

function write(pollId: number, kept: Kept): void {
  try {
    if (kept.text.trim() === '' && kept.sent.length === 0) sessionStorage.removeItem(keyOf(pollId));
    else sessionStorage.setItem(keyOf(pollId), JSON.stringify(kept));
  } catch {
    // The text then lasts as long as the page.
  }
}

/** Texts on separate lines, without empty ones. */
export const joined = (...texts: string[]): string => texts.filter((text) => text.trim() !== '').join('\n');

/**
 * The user's unsaved text for the field: what was typed, and what was sent without an answer; empty when there is none.
 */
export function recoverComment(pollId: number, userId: number): string {
  const { text, sent } = read(pollId, userId);
  return joined(...sent, text);
}

/** Call when the field has changed. */
export function keepComment(pollId: number, userId: number, text: string): void {
  write(pollId, { ...read(pollId, userId), text });
}

/** Call when the text has been sent; until `commentAnswered` it counts as unsaved. */
export function commentSent(pollId: number, userId: number, content: string): void {
  const kept = read(pollId, userId);
  write(pollId, { ...kept, text: '', sent: [...kept.sent, content] });
}

/** Call when the server has answered: the text is saved, or, on failure, returns to the field. */
export function commentAnswered(pollId: number, userId: number, content: string, saved: boolean): void {
  const { text, sent } = read(pollId, userId);
  const place = sent.indexOf(content);
  if (place < 0) return;
  write(pollId, { userId, text: saved ? text : joined(content, text), sent: sent.toSpliced(place, 1) });
}
