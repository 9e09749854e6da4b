/** The case after (1) or before (-1) another in the list; null at its end. Without an open case the first. */
export function neighbour(lines: readonly { id: number }[], openId: number | null, way: 1 | -1): number | null {
  const at = lines.findIndex(({ id }) => id === openId);
  if (at < 0) return lines[0]?.id ?? null;
  return lines[at + way]?.id ?? null;
}

/** The case to open once this one leaves the list: the next one, else the one before; null for the last. */
export const afterLeaving = (lines: readonly { id: number }[], id: number): number | null =>
  neighbour(lines, id, 1) ?? neighbour(lines, id, -1);
