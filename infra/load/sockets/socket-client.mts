/**
 * A WebSocket client that does as little as possible per frame, so that thousands of them leave the cores to what is
 * measured. It reads the text frames that Inkling sends and answers pings.
 */
import { createHash, randomBytes } from 'node:crypto';
import net from 'node:net';

const HEAD_END = '\r\n\r\n';
/** RFC 6455, 1.3. */
const ACCEPT_SALT = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT = 0x81;
const CLOSE = 0x88;
const PING = 0x89;
const PONG = 0x8a;
const OPEN_MS = 30_000;

/** Every socket's bytes are read into this one buffer; they are consumed before the next read. */
const shared = Buffer.allocUnsafe(256 * 1024);

export class SocketClient {
  readonly onText: (payload: Buffer) => void;
  onEnd: (reason: string) => void;
  #socket;
  #partial: Buffer | null = null;
  #opened = false;

  /** @param onText the payload counts only during the call */
  constructor(socket: net.Socket, onText: (payload: Buffer) => void, onEnd: (reason: string) => void) {
    this.#socket = socket;
    this.onText = onText;
    this.onEnd = onEnd;
  }

  /**
   * @returns open
   * @throws when the upgrade is refused or takes too long
   */
  static open({
    port,
    path,
    cookie,
    onText,
    onEnd,
  }: {
    port: number;
    path: string;
    cookie: string;
    onText: (payload: Buffer) => void;
    onEnd: (reason: string) => void;
  }): Promise<SocketClient> {
    return new Promise((resolve, reject) => {
      const key = randomBytes(16).toString('base64');
      const accept = createHash('sha1')
        .update(key + ACCEPT_SALT)
        .digest('base64');
      let head = '';
      const read = (bytes: Buffer) => {
        if (client.#opened) return client.#read(bytes);
        head += bytes.toString('latin1');
        const end = head.indexOf(HEAD_END);
        if (end < 0) return undefined;
        clearTimeout(timer);
        if (!head.startsWith('HTTP/1.1 101') || !head.includes(accept)) {
          socket.destroy();
          return reject(new Error(`the upgrade was refused: ${head.slice(0, 300)}`));
        }
        client.#opened = true;
        resolve(client);
        const rest = Buffer.from(head.slice(end + HEAD_END.length), 'latin1');
        return rest.length > 0 ? client.#read(rest) : undefined;
      };
      const socket = net.connect({
        host: '127.0.0.1',
        port,
        noDelay: true,
        onread: { buffer: shared, callback: (length) => (read(shared.subarray(0, length)), true) },
      });
      const client = new SocketClient(socket, onText, onEnd);
      const timer = setTimeout(() => socket.destroy(new Error('no answer to the upgrade')), OPEN_MS);
      socket.on('error', reject);
      socket.on('close', () => {
        clearTimeout(timer);
        reject(new Error('the connection was closed'));
        if (client.#opened) client.onEnd('the connection was closed');
      });
      socket.on('connect', () =>
        socket.write(
          [
            `GET ${path} HTTP/1.1`,
            `Host: 127.0.0.1:${port}`,
            'Connection: Upgrade',
            'Upgrade: websocket',
            'Sec-WebSocket-Version: 13',
            `Sec-WebSocket-Key: ${key}`,
            `Origin: http://127.0.0.1:${port}`,
            `Cookie: ${cookie}`,
          ].join('\r\n') + HEAD_END,
        ),
      );
    });
  }

  /** @param text shorter than 126 bytes */
  send(text: string) {
    this.#write(TEXT, Buffer.from(text));
  }

  close() {
    this.onEnd = () => undefined;
    this.#socket.destroy();
  }

  /** A client masks what it sends; a mask of zeros leaves the bytes as they are. */
  #write(first: number, payload: Buffer) {
    this.#socket.write(Buffer.concat([Buffer.of(first, 0x80 | payload.length, 0, 0, 0, 0), payload]));
  }

  #read(bytes: Buffer) {
    let rest = this.#partial ? Buffer.concat([this.#partial, bytes]) : bytes;
    this.#partial = null;
    for (;;) {
      const size = frameSize(rest);
      if (size === null || rest.length < size.head + size.payload) break;
      this.#take(rest[0] ?? 0, rest.subarray(size.head, size.head + size.payload));
      rest = rest.subarray(size.head + size.payload);
    }
    if (rest.length > 0) this.#partial = Buffer.from(rest);
  }

  /** @param first byte of the frame */
  #take(first: number, payload: Buffer) {
    if (first === TEXT) this.onText(payload);
    else if (first === PING) this.#write(PONG, Buffer.from(payload));
    else if (first === CLOSE) {
      this.onEnd(`the server closed with ${payload.length >= 2 ? payload.readUInt16BE(0) : 'no code'}`);
      this.close();
    }
  }
}

/** @returns null while the head is incomplete */
function frameSize(bytes: Buffer): { head: number; payload: number } | null {
  if (bytes.length < 2) return null;
  const length = bytes[1] & 0x7f;
  if (length < 126) return { head: 2, payload: length };
  if (length === 126) return bytes.length < 4 ? null : { head: 4, payload: bytes.readUInt16BE(2) };
  return bytes.length < 10 ? null : { head: 10, payload: Number(bytes.readBigUInt64BE(2)) };
}
