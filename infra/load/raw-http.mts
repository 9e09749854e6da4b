/**
 * A keep-alive HTTP/1.1 client that does as little as possible per request, so that the load generator leaves the
 * cores to what it measures: one request outstanding per connection, requests prepared as bytes, and of a response only
 * status and length are read.
 */
import net from 'node:net';

/** Bytes of every socket are read into this one buffer; they are consumed before the next read. */
const shared = Buffer.allocUnsafe(256 * 1024);
const HEAD_END = Buffer.from('\r\n\r\n');

export type ResponseHandler = (status: number, body: Buffer) => void;

export class Connection {
  #waiting: ResponseHandler | null = null;
  /** Bytes of a response that came in more than one read. */
  #partial: Buffer | null = null;
  /** Where the body of the response being read begins and ends; 0 while its head is incomplete. */
  #bodyStart = 0;
  #end = 0;
  #socket;

  /** @param onFailure called once when the connection breaks with a request outstanding */
  constructor(socket: net.Socket, onFailure: (error: Error) => void) {
    this.#socket = socket;
    const broken = (error: Error | undefined) => {
      if (!this.#waiting) return;
      this.#waiting = null;
      onFailure(error ?? new Error('the server closed the connection'));
    };
    socket.on('error', broken);
    socket.on('close', () => broken(undefined));
  }

  /** @returns connected */
  static open(port: number, onFailure: (error: Error) => void = () => undefined): Promise<Connection> {
    return new Promise((resolve, reject) => {
      let connection: Connection;
      const socket = net.connect({
        host: '127.0.0.1',
        port,
        noDelay: true,
        onread: {
          buffer: shared,
          callback: (length) => {
            connection.#read(length);
            return true;
          },
        },
      });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        connection = new Connection(socket, onFailure);
        resolve(connection);
      });
    });
  }

  /** @param request a whole request, head and body */
  send(request: Buffer, handler: ResponseHandler) {
    this.#waiting = handler;
    this.#socket.write(request);
  }

  get closed(): boolean {
    return this.#socket.destroyed || this.#socket.readableEnded;
  }

  close() {
    this.#waiting = null;
    this.#socket.destroy();
  }

  /** Breaks the connection; an outstanding request is reported as failed. */
  abort() {
    this.#socket.destroy(new Error('no answer in time'));
  }

  /** @param length bytes in the shared buffer */
  #read(length: number) {
    let bytes = shared.subarray(0, length);
    if (this.#partial) {
      bytes = Buffer.concat([this.#partial, bytes]);
      this.#partial = null;
    }
    if (this.#end === 0) {
      const headEnd = bytes.indexOf(HEAD_END);
      if (headEnd >= 0) {
        this.#bodyStart = headEnd + 4;
        this.#end = this.#bodyStart + contentLength(bytes.toString('latin1', 0, headEnd + 2));
      }
    }
    if (this.#end === 0 || bytes.length < this.#end) {
      this.#partial = Buffer.from(bytes);
      return;
    }
    const handler = this.#waiting;
    const body = bytes.subarray(this.#bodyStart, this.#end);
    const status = (bytes[9] - 48) * 100 + (bytes[10] - 48) * 10 + (bytes[11] - 48);
    this.#end = 0;
    this.#waiting = null;
    handler?.(status, body);
  }
}

/**
 * @param head status line and header lines, each ended by CRLF
 * @returns bytes of the body
 */
function contentLength(head: string): number {
  let at = head.indexOf('\r\ncontent-length: ');
  if (at < 0) at = head.toLowerCase().indexOf('\r\ncontent-length: ');
  if (at >= 0) return Number.parseInt(head.slice(at + 18, head.indexOf('\r\n', at + 18)), 10);
  if (head.startsWith('204', 9)) return 0;
  throw new Error(`a response without a content-length: ${head.split('\r\n')[0]}`);
}

/** A request as bytes, as a browser on the product's own pages sends it. */
export function requestBytes(port: number, cookie: string, method: string, path: string, body = '') {
  let text = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\n`;
  text += 'Sec-Fetch-Site: same-origin\r\n';
  if (body) text += `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(`${text}\r\n${body}`);
}

/** A vote for one or two of three options, which the user's id decides. */
export function voteBytes(port: number, cookie: string, pollId: number, user: number, ballots: 'one' | 'two' = 'one') {
  const first = user % 3;
  const second = (first + 1 + (Math.floor(user / 3) % 2)) % 3;
  const chosen = ballots === 'one' ? { optionIndex: first } : { choices: [first, second] };
  return requestBytes(port, cookie, 'POST', '/api/votes', JSON.stringify({ pollId, ...chosen }));
}
