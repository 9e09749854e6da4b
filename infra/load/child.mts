/** Child processes that take one message at a time and answer it, and the clock that they share. */
import { fork } from 'node:child_process';

/** A child process, seen from its parent. */
export class Child<Answer extends object> {
  #process;

  /** @param module calls `answerParent` */
  constructor(module: URL) {
    this.#process = fork(module, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' });
  }

  /** @throws what the child threw, or that it has ended */
  ask(message: object): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const exited = (code: number | null) => reject(new Error(`a load generator ended with code ${code}`));
      this.#process.once('exit', exited);
      this.#process.once('message', (answer: Answer & { failure?: string }) => {
        this.#process.off('exit', exited);
        if (answer.failure) reject(new Error(answer.failure));
        else resolve(answer);
      });
      this.#process.send(message);
    });
  }

  stop() {
    this.#process.removeAllListeners();
    this.#process.kill();
  }
}

/** Has this process answer its parent, until the parent ends. */
export function answerParent<Message>(answer: (message: Message) => Promise<object>) {
  process.on(
    'message',
    (message: Message) =>
      void answer(message).then(
        (reply) => process.send?.(reply),
        (error) => process.send?.({ failure: String(error.stack ?? error) }),
      ),
  );
  process.on('disconnect', () => process.exit(0));
}

/** Milliseconds of a clock that is the same in all processes of this machine. */
export const now = () => Number(process.hrtime.bigint()) / 1e6;
