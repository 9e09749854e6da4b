import { reasonOf, StepFailure } from './client.mjs';

/** The product's WebSocket: waits for a frame, within a limit. */
export class LiveSocket {
  #socket;
  #frames = [];
  /** @type {Set<() => void>} */
  #waiting = new Set();
  #ended = '';

  /**
   * @param {string} origin of the pages
   * @param {Record<string, string>} headers with the session's cookies
   */
  constructor(origin, headers) {
    // As a browser's page says it: Node sends what only browsers send, and the server then wants to know the page.
    this.#socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/ws`, { headers: { ...headers, origin } });
    this.#socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data))));
    this.#socket.addEventListener('error', ({ error }) => this.#end(error ? reasonOf(error) : 'the connection failed'));
    this.#socket.addEventListener('close', ({ code }) => this.#end(`closed with ${code}`));
    this.#socket.addEventListener('open', () => this.#wake());
  }

  /** Asks for a poll's tallies once the socket is open. @throws {StepFailure} */
  async subscribe(pollId, signal) {
    await this.#until(() => this.#socket.readyState === WebSocket.OPEN, signal, 'does not open');
    this.#socket.send(JSON.stringify({ type: 'subscribe', pollId }));
    await this.frame((frame) => frame.type === 'poll_update' && frame.pollId === pollId, signal, 'tells of no tally');
  }

  /**
   * @param {(frame: any) => boolean} matches
   * @param {AbortSignal} signal
   * @param {string} otherwise what to say when there is none in time
   * @throws {StepFailure}
   */
  frame(matches, signal, otherwise) {
    return this.#until(() => this.#frames.some(matches), signal, otherwise);
  }

  close() {
    this.#socket.close();
  }

  #until(holds, signal, otherwise) {
    return new Promise((resolve, reject) => {
      const finish = (done) => {
        this.#waiting.delete(look);
        signal.removeEventListener('abort', look);
        done();
      };
      const look = () => {
        if (holds()) finish(resolve);
        else if (this.#ended) finish(() => reject(new StepFailure(`The socket ${otherwise}: ${this.#ended}`)));
        else if (signal.aborted) finish(() => reject(new StepFailure(`The socket ${otherwise} in time`)));
      };
      this.#waiting.add(look);
      signal.addEventListener('abort', look);
      look();
    });
  }

  #take(frame) {
    this.#frames.push(frame);
    this.#wake();
  }

  #end(reason) {
    this.#ended ||= reason;
    this.#wake();
  }

  #wake() {
    for (const look of this.#waiting) look();
  }
}
