import { Agent as HttpAgent, type AgentOptions } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

type Connect = (options: never, callback?: never) => Duplex | null | undefined;

/**
 * Connections to a server that may fall silent: one on which nothing moves for `silenceMs` is destroyed, from its first
 * packet on, whoever is waiting on it. The S3 client itself would wait for ever.
 */
export function impatientAgent(secure: boolean, silenceMs: number): HttpAgent {
  const options: AgentOptions = { keepAlive: true, maxSockets: 64, maxFreeSockets: 16, timeout: silenceMs };
  const agent = secure ? new HttpsAgent(options) : new HttpAgent(options);
  const open = agent.createConnection.bind(agent) as unknown as Connect;
  agent.createConnection = ((connection: never, callback?: never) => {
    const socket = open(connection, callback) as Socket | undefined;
    socket?.setTimeout(silenceMs, () => socket.destroy(new Error(`The S3 server was silent for ${silenceMs} ms`)));
    return socket;
  }) as unknown as typeof agent.createConnection;
  return agent;
}
