import { ClientFrame, type LiveComment, type LiveTally, type ServerFrame, type WatchInfo } from '@inkling/contracts';

const FIN_TEXT = 0x81;
const FIN_PONG = 0x8a;

/** A WebSocket text frame as a server sends it, ready for any number of sockets. */
export const textFrame = (message: ServerFrame): Buffer => frame(Buffer.from(JSON.stringify(message)));

/** A text frame around bytes that already are a server frame's JSON. */
export function frame(payload: Uint8Array): Buffer {
  const { length } = payload;
  let header: Buffer;
  if (length < 126) {
    header = Buffer.of(FIN_TEXT, length);
  } else if (length < 65_536) {
    header = Buffer.alloc(4);
    header[0] = FIN_TEXT;
    header[1] = 126;
    header.writeUInt16BE(length, 2);
  } else {
    header = Buffer.alloc(10);
    header[0] = FIN_TEXT;
    header[1] = 127;
    header.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([header, payload]);
}

/** The answer to a ping, with the ping's payload of at most 125 bytes. */
export const pongFrame = (payload: Uint8Array): Buffer => Buffer.concat([Buffer.of(FIN_PONG, payload.length), payload]);

export const errorFrame = (code: string, message: string, pollId?: number): Buffer =>
  textFrame({ type: 'error', code, message, ...(pollId === undefined ? {} : { pollId }) });

/** Votes per option, and how many voters they cover in a sealed poll. */
const shown = ({ votes, countedVotes }: Pick<WatchInfo, 'votes' | 'countedVotes'>) => ({
  ...(votes ? { options: votes } : {}),
  ...(countedVotes === undefined ? {} : { countedVotes }),
});

/** The counts that everyone sees. */
const totals = (tally: LiveTally | WatchInfo) => ({
  pollId: tally.pollId,
  version: tally.version,
  votesCount: tally.votesCount,
  likesCount: tally.likesCount,
  commentsCount: tally.commentsCount,
  ...(tally.abstentionsCount > 0 ? { abstentionsCount: tally.abstentionsCount } : {}),
});

/** A tally's frame, with votes per option only if results are visible. */
export function tallyFrame(tally: LiveTally, resultsVisible: boolean): Buffer {
  const counts = totals(tally);
  const options = resultsVisible ? shown(tally) : {};
  if (tally.deleted) return textFrame({ type: 'poll_update', ...counts, ...options, deleted: true });
  if (tally.endDate !== undefined)
    return textFrame({ type: 'poll_update', ...counts, ...options, endDate: tally.endDate });
  return textFrame({ type: tally.cause === 'vote' ? 'poll_vote' : 'poll_update', ...counts, ...options });
}

/** The frame for a comment that was added or deleted. */
export const commentFrame = (live: LiveComment): Buffer =>
  textFrame(
    live.action === 'added'
      ? { type: 'poll_comment', pollId: live.pollId, comment: live.comment }
      : { type: 'poll_comment_update', pollId: live.pollId, deletedId: live.commentId },
  );

/** The answer to `subscribe`. */
export const snapshotFrame = (info: WatchInfo): Buffer =>
  textFrame({ type: 'poll_update', ...totals(info), ...(info.resultsVisible ? shown(info) : {}) });

/** A browser's frame in the form by which Nest routes it; a frame that cannot be read becomes `invalid`. */
export function parseClientFrame(data: unknown): { event: ClientFrame['type'] | 'invalid'; data: number } {
  try {
    const frame = ClientFrame.parse(typeof data === 'string' ? JSON.parse(data) : undefined);
    return { event: frame.type, data: frame.pollId };
  } catch {
    return { event: 'invalid', data: 0 };
  }
}
