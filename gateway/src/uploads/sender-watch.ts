import type { FastifyRequest } from 'fastify';

/** What counts as bringing something, and how often that is looked at, at the least. */
const STEP_BYTES = 8 * 1024;
const LOOK_MS = 1_000;
/** For a whole form, however steadily it comes: 25 MB at 340 kbit/s. */
const WHOLE_MS = 10 * 60_000;

const watched = new WeakSet<object>();

/** True while an upload is arriving on this connection: it has a clock of its own, and the server's does not count. */
export const isUploading = (socket: object): boolean => watched.has(socket);

/**
 * Disconnects a sender that brings nearly nothing for `stallSeconds`, more than `bytesMax` in all, or takes ten minutes.
 * A phone on a slow line may take long; one that only holds a place may not.
 * @returns ends the watch
 */
export function watchSender(request: FastifyRequest, stallSeconds: number, bytesMax: number): () => void {
  const { socket } = request.raw;
  const began = socket.bytesRead;
  const start = Date.now();
  const lookMs = Math.min(LOOK_MS, stallSeconds * 500);
  // Looks, not time: when this process itself has stood still, what came meanwhile is yet to be read.
  const inVainMax = Math.ceil((stallSeconds * 1_000) / lookMs);
  let [seen, inVain] = [began, 0];
  watched.add(socket);
  const look = (): void => {
    const { bytesRead } = socket;
    if (bytesRead - seen >= STEP_BYTES || request.raw.complete) [seen, inVain] = [bytesRead, 0];
    else if (++inVain >= inVainMax) socket.destroy();
    if (bytesRead - began > bytesMax || Date.now() - start > WHOLE_MS) socket.destroy();
  };
  const timer = setInterval(look, lookMs).unref();
  return () => {
    clearInterval(timer);
    watched.delete(socket);
  };
}
