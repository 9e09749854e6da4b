import { reasonOf, StepFailure } from './client.mts';

/** Node's WebSocket takes headers, of which the types of browsers know nothing. */
const SocketWithHeaders = WebSocket as unknown as new (
  url: string,
  options: { headers: Record<string, string> },
) => WebSocket;

/** A live message, as far as the probe reads it. */
interface Frame {
  type: string;
  pollId?: number;
  votesCount?: number;
}

/** The product's WebSocket: waits for a frame, within a time limit. */
export class LiveSocket {
  readonly #socket: WebSocket;
  readonly #frames: Frame[] = [];
  readonly #waiting = new Set<() => void>();
  #ended = '';

  /** @param headers with the session's cookies */
  constructor(origin: string, headers: Record<string, string>) {
    // Node sends the headers of a browser's page, so the server also checks the page's origin.
    this.#socket = new SocketWithHeaders(`${origin.replace(/^http/, 'ws')}/ws`, { headers: { ...headers, origin } });
    this.#socket.addEventListener('message', ({ data }) => {
      this.#frames.push(JSON.parse(String(data)));
      this.#wake();
    });
    this.#socket.addEventListener('error', (event) => {
      const { error } = event as ErrorEvent;
      this.#end(error ? reasonOf(error) : 'the connection failed');
    });
    this.#socket.addEventListener('close', ({ code }) => this.#end(`closed with ${code}`));
    this.#socket.addEventListener('open', () => this.#wake());
  }

  /** Subscribes to a poll's counts once the socket is open. @throws {StepFailure} */
  async subscribe(pollId: number | undefined, signal: AbortSignal): Promise<void> {
    await this.#until(() => this.#socket.readyState === WebSocket.OPEN, signal, 'does not open');
    this.#socket.send(JSON.stringify({ type: 'subscribe', pollId }));
    await this.frame((frame) => frame.type === 'poll_update' && frame.pollId === pollId, signal, 'sends no tally');
  }

  /**
   * Waits for a frame, which may have arrived before.
   * @param otherwise what the socket fails to do when none comes in time
   * @throws {StepFailure}
   */
  frame(matches: (frame: Frame) => boolean, signal: AbortSignal, otherwise: string): Promise<void> {
    return this.#until(() => this.#frames.some(matches), signal, otherwise);
  }

  close() {
    this.#socket.close();
  }

  #until(isTrue: () => boolean, signal: AbortSignal, otherwise: string) {
    return new Promise<void>((resolve, reject) => {
      const finish = (failure?: string) => {
        this.#waiting.delete(look);
        signal.removeEventListener('abort', look);
        if (failure === undefined) resolve();
        else reject(new StepFailure(`The socket ${otherwise}${failure}`));
      };
      const look = () => {
        if (isTrue()) finish();
        else if (this.#ended) finish(`: ${this.#ended}`);
        else if (signal.aborted) finish(' in time');
      };
      this.#waiting.add(look);
      signal.addEventListener('abort', look);
      look();
    });
  }

  #end(reason: string) {
    this.#ended ||= reason;
    this.#wake();
  }

  #wake() {
    for (const look of this.#waiting) look();
  }
}
