import type { IncomingMessage } from 'node:http';

/** What to do when answering fails: nothing where the client, or the server as it closed, has cut the request off. */
export const unlessCutOff =
  (request: IncomingMessage) =>
  (error: unknown): void => {
    if (request.complete) throw error;
  };
