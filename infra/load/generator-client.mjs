/** Starts the load generator's process and gives it one run at a time. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export class Generator {
  #child = fork(fileURLToPath(new URL('./generator.mjs', import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });

  /** @param {import('./generator.mjs').Setup} setup */
  async prepare(setup) {
    await this.#ask({ setup });
  }

  /**
   * @param {import('./generator.mjs').Run} run
   * @returns {Promise<import('./drive.mjs').DriveResult>}
   */
  async run(run) {
    return (await this.#ask({ run })).result;
  }

  stop() {
    this.#child.removeAllListeners();
    this.#child.kill();
  }

  /** @param {object} message @returns {Promise<any>} */
  #ask(message) {
    return new Promise((resolve, reject) => {
      const exited = (/** @type {number | null} */ code) =>
        reject(new Error(`the load generator ended with code ${code}`));
      this.#child.once('exit', exited);
      this.#child.once('message', (/** @type {any} */ answer) => {
        this.#child.off('exit', exited);
        if (answer.failure) reject(new Error(answer.failure));
        else resolve(answer);
      });
      this.#child.send(message);
    });
  }
}
