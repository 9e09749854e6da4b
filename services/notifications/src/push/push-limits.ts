/** A push that waits for its turn. */
export interface Waiting {
  readonly id: number;
  readonly userId: number;
  readonly topic: string;
  /** Its turn came before: a further attempt, or one whose sender died. */
  readonly admitted: boolean;
}

/** A push that was sent before. */
export interface Sent {
  readonly userId: number;
  readonly topic: string;
  /** Milliseconds since. */
  readonly age: number;
}

export interface Limits {
  readonly perHour: number;
  readonly minIntervalMs: number;
}

export interface Turns<W extends Waiting> {
  /** To be sent now. */
  readonly send: readonly W[];
  /** Those among them that count against the limits from now on. */
  readonly admitted: readonly W[];
  /** Too soon after the last of their topic: what comes until then is merged into them. */
  readonly postpone: readonly { readonly push: W; readonly ms: number }[];
  /** Beyond what a user gets in an hour; the list of notices has them all. */
  readonly drop: readonly W[];
}

const HOUR_MS = 3_600_000;

/**
 * Who may be sent to now: at most so many pushes per user in any hour, and a pause between two of one topic.
 * @param sent of these users, of the last hour and of the pause
 */
export function turnsOf<W extends Waiting>(
  waiting: readonly W[],
  sent: readonly Sent[],
  { perHour, minIntervalMs }: Limits,
): Turns<W> {
  const inHour = new Map<number, number>();
  const lastOfTopic = new Map<string, number>();
  const key = ({ userId, topic }: { userId: number; topic: string }): string => `${userId} ${topic}`;
  for (const one of sent) {
    if (one.age < HOUR_MS) inHour.set(one.userId, (inHour.get(one.userId) ?? 0) + 1);
    lastOfTopic.set(key(one), Math.min(one.age, lastOfTopic.get(key(one)) ?? Infinity));
  }
  const turns = { send: [] as W[], admitted: [] as W[], postpone: [] as { push: W; ms: number }[], drop: [] as W[] };
  for (const push of waiting) {
    const age = lastOfTopic.get(key(push)) ?? Infinity;
    if (push.admitted) turns.send.push(push);
    else if (age < minIntervalMs) turns.postpone.push({ push, ms: Math.ceil(minIntervalMs - age) });
    else if ((inHour.get(push.userId) ?? 0) >= perHour) turns.drop.push(push);
    else {
      turns.send.push(push);
      turns.admitted.push(push);
      inHour.set(push.userId, (inHour.get(push.userId) ?? 0) + 1);
      lastOfTopic.set(key(push), 0);
    }
  }
  return turns;
}
