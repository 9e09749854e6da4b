/** A push in the queue that is due. */
export interface Waiting {
  readonly id: number;
  readonly userId: number;
  readonly topic: string;
  /** It has passed the limits before: this is a retry, or the process that was sending it was killed. */
  readonly admitted: boolean;
}

/** A push that was sent before. */
export interface Sent {
  readonly userId: number;
  readonly topic: string;
  /** Milliseconds since it was sent. */
  readonly age: number;
}

export interface Limits {
  readonly perHour: number;
  readonly minIntervalMs: number;
}

/** The decision about each due push. */
export interface Decisions<W extends Waiting> {
  readonly send: readonly W[];
  /** Those of `send` that count against the limits from now on. */
  readonly admitted: readonly W[];
  /** Too soon after the last push of their topic. Later pushes of the topic are merged into them while they wait. */
  readonly postpone: readonly { readonly push: W; readonly ms: number }[];
  /** Beyond the user's limit for an hour; the list still shows them. */
  readonly drop: readonly W[];
}

const HOUR_MS = 3_600_000;

/**
 * Applies the limits: at most `perHour` pushes to a user within an hour, and a pause between two pushes of one topic.
 * @param sent pushes to these users, within the last hour and the last pause
 */
export function applyLimits<W extends Waiting>(
  waiting: readonly W[],
  sent: readonly Sent[],
  { perHour, minIntervalMs }: Limits,
): Decisions<W> {
  const inHour = new Map<number, number>();
  const lastOfTopic = new Map<string, number>();
  const key = ({ userId, topic }: { userId: number; topic: string }): string => `${userId} ${topic}`;
  for (const one of sent) {
    if (one.age < HOUR_MS) inHour.set(one.userId, (inHour.get(one.userId) ?? 0) + 1);
    lastOfTopic.set(key(one), Math.min(one.age, lastOfTopic.get(key(one)) ?? Infinity));
  }
  const send: W[] = [];
  const admitted: W[] = [];
  const postpone: { push: W; ms: number }[] = [];
  const drop: W[] = [];
  for (const push of waiting) {
    const age = lastOfTopic.get(key(push)) ?? Infinity;
    if (push.admitted) send.push(push);
    else if (age < minIntervalMs) postpone.push({ push, ms: Math.ceil(minIntervalMs - age) });
    else if ((inHour.get(push.userId) ?? 0) >= perHour) drop.push(push);
    else {
      send.push(push);
      admitted.push(push);
      inHour.set(push.userId, (inHour.get(push.userId) ?? 0) + 1);
      lastOfTopic.set(key(push), 0);
    }
  }
  return { send, admitted, postpone, drop };
}
