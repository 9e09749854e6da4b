/** The form in which spellings of a topic are compared: "Night trains" and "#NightTrains" have the same. */
export const topicKey = (topic: string): string =>
  topic
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
    .toLowerCase();
