/**
 * What the load generator can do at most: it drives a responder that answers every request with the same bytes and does
 * nothing else. A figure of the benchmark near this one would measure the generator.
 *
 *     node infra/load/calibrate.mjs [seconds]
 */
import { fork } from 'node:child_process';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import { Generator } from './generator-client.mts';

const RESPONDER = 'responder';
const ANSWER_BYTES = 600;

function respond() {
  const body = JSON.stringify({ filler: 'x'.repeat(ANSWER_BYTES - 13) });
  const answer = Buffer.from(
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  const server = net.createServer({ noDelay: true }, (socket) => {
    socket.on('data', () => socket.write(answer));
    socket.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as net.AddressInfo).port));
  process.on('disconnect', () => process.exit(0));
}

async function calibrate() {
  const seconds = Number(process.argv[2] ?? 3);
  const responder = fork(fileURLToPath(import.meta.url), [RESPONDER]);
  const port = await new Promise<number>((resolve) => responder.once('message', resolve));
  const generator = new Generator();
  await generator.prepare({
    host: '127.0.0.1',
    port,
    secret: 'calibration',
    firstUser: 1,
    users: 400_000,
    spreadPolls: [1],
    pagePaths: [],
  });
  for (const connections of [64, 256, 64, 256]) {
    const run = await generator.run({ kind: 'hot', pollId: 1, connections, seconds });
    console.log(
      `${connections} connections: ${Math.round(run.perSecond)} answers/s, p50 ${run.p50.toFixed(2)} ms, p99 ${run.p99.toFixed(2)} ms,` +
        ` generator ${(run.generatorCpu * 100).toFixed(0)} % of a core = ${((run.generatorCpu * 1e6) / run.perSecond).toFixed(1)} us per request`,
    );
  }
  generator.stop();
  responder.kill();
}

if (process.argv[2] === RESPONDER) respond();
else await calibrate();
