import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { identify, isRunning } from '../local/process-identity.mjs';
import { runRunner } from './runner.mts';

let folder;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'inkling-runner-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** A runner with these lines. `grandchild()` starts a process in another session that ignores SIGTERM. */
function runner(lines) {
  const script = join(folder, 'runner.mjs');
  const stubborn = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1e6);";
  writeFileSync(
    script,
    `import { spawn } from 'node:child_process';
     import { writeFileSync } from 'node:fs';
     const grandchild = () => {
       const settings = { detached: true, stdio: 'ignore' };
       const child = spawn(process.execPath, ['--eval', ${JSON.stringify(stubborn)}], settings);
       child.unref();
       writeFileSync(${JSON.stringify(join(folder, 'grandchild'))}, String(child.pid));
     };
     ${lines}`,
  );
  return script;
}
const grandchild = () => identify(Number(readFileSync(join(folder, 'grandchild'), 'utf8')));

async function run(lines, { onOutput = () => {}, ...options } = {}) {
  const reported = [];
  let output = '';
  const settings = { name: 'the runner', env: process.env, quietMs: 60_000, graceMs: 300, lookMs: 50, ...options };
  const write = (chunk) => {
    output += chunk;
    onOutput();
  };
  const code = await runRunner(runner(lines), [], { ...settings, report: (line) => reported.push(line), write });
  return { code, reported, output };
}

describe('a test runner', () => {
  it('that is interrupted ends, and no other runner starts after it', async () => {
    const lines = "process.on('SIGINT', () => process.exit(0)); console.log('one test'); setInterval(() => {}, 1e6);";
    const interrupt = () => void process.emit('SIGINT', 'SIGINT');
    await expect(run(lines, { onOutput: interrupt })).rejects.toThrow('the runner was interrupted.');
  });

  it('that hangs is ended with all its processes, and counts as failed', async () => {
    const lines = "grandchild(); process.on('SIGINT', () => {}); console.log('one test'); setInterval(() => {}, 1e6);";
    const { code, reported, output } = await run(lines, { quietMs: 1_000 });
    expect([code, output]).toEqual([1, 'one test\n']);
    expect(reported).toEqual([
      'Nothing has happened for 1 s: ending the runner.',
      'the runner left 1 process behind, which was ended.',
    ]);
    expect(isRunning(grandchild())).toBe(false);
  });

  it('that ends by itself leaves no process behind either', async () => {
    const { code, reported } = await run('grandchild(); setTimeout(() => process.exit(0), 500);');
    expect([code, reported]).toEqual([0, ['the runner left 1 process behind, which was ended.']]);
    expect(isRunning(grandchild())).toBe(false);
  });

  it.each([
    ['prints', "console.log('.')"],
    ['says that a test has finished', "process.send('a test has finished')"],
  ])('goes on for as long as it %s', async (_sign, statement) => {
    const lines = `let signs = 0; setInterval(() => { ${statement}; if ((signs += 1) === 10) process.exit(3); }, 150);`;
    expect(await run(lines, { quietMs: 1_200 })).toMatchObject({ code: 3, reported: [] });
  });

  it('that takes longer than its limit is ended', async () => {
    const lines = "setInterval(() => console.log('.'), 50);";
    const { code, reported } = await run(lines, { limitMs: 500 });
    expect([code, reported]).toEqual([1, ['It has taken 1 s: ending the runner.']]);
  });

  it('that cannot be started counts as failed', async () => {
    expect(await run('syntax error', {})).toMatchObject({ code: 1, output: expect.stringContaining('SyntaxError') });
  });
});
