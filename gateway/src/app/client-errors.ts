import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { isUploading } from '../uploads/sender-watch.js';

const STATUS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
const MESSAGES: Record<number, string> = {
  400: 'This is not a valid HTTP request.',
  408: 'The request took too long to arrive.',
  431: 'The headers of the request are too large.',
};

/** Answers what cannot be parsed as HTTP, in the API's error shape, and closes the connection. */
export function refuseGarbage(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isUploading(socket)) return;
  const status = STATUS[error.code ?? ''] ?? 400;
  const body = JSON.stringify({ message: MESSAGES[status], code: 'invalid-request' });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
