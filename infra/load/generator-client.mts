/** Starts the load generator's process and gives it one run at a time. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Run, Setup } from './generator.mts';
import type { DriveResult } from './drive.mts';

export class Generator {
  #child = fork(fileURLToPath(new URL('./generator.mts', import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });

  async prepare(setup: Setup) {
    await this.#ask({ setup });
  }

  async run(run: Run): Promise<DriveResult> {
    return (await this.#ask({ run })).result;
  }

  stop() {
    this.#child.removeAllListeners();
    this.#child.kill();
  }

  #ask(message: object): Promise<{ result: DriveResult }> {
    return new Promise((resolve, reject) => {
      const exited = (code: number | null) => reject(new Error(`the load generator ended with code ${code}`));
      this.#child.once('exit', exited);
      this.#child.once('message', (answer: { result: DriveResult; failure?: string }) => {
        this.#child.off('exit', exited);
        if (answer.failure) reject(new Error(answer.failure));
        else resolve(answer);
      });
      this.#child.send(message);
    });
  }
}
