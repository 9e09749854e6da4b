/** A topic as two spellings of it are compared: "Night trains", "night trains" and "#NightTrains" are one. */
export const topicKey = (topic: string): string => topic.normalize('NFKC').replace(/[^\p{L}\p{M}\p{N}]+/gu, '').toLowerCase();
