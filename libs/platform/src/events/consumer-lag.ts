import { jetstreamManager } from '@nats-io/jetstream';
import type { EventContract } from '@inkling/contracts';
import type { Nats } from '../messaging/nats-connection.js';
import type { Metrics, Sample } from '../telemetry/metrics.js';
import { Probe } from '../telemetry/probe.js';
import { producerOf, streamOf } from './event-streams.js';

const ASK_MS = 1_000;
/** Replicas each ask for the same durables, so not at every scrape of each. */
const KEEP_MS = 5_000;

interface Lag {
  readonly consumer: string;
  readonly pending: number;
  readonly unacknowledged: number;
}

/**
 * How far each durable consumer is behind, as JetStream says. Replicas of a service say the same, so take the maximum.
 */
export function observeLag(
  metrics: Metrics,
  nats: Nats,
  consumers: () => readonly { readonly name: string; readonly contract: EventContract }[],
): void {
  const ask = async (): Promise<Lag[]> => {
    if (!nats.up) throw new Error('NATS is away');
    const manager = await jetstreamManager(nats.connection, { checkAPI: false, timeout: ASK_MS });
    const answers = await Promise.allSettled(
      consumers().map(async ({ name, contract }) => {
        const info = await manager.consumers.info(streamOf(producerOf(contract.type)), name);
        return { consumer: name, pending: info.num_pending, unacknowledged: info.num_ack_pending };
      }),
    );
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  };
  const lag = new Probe(ask, { timeoutMs: ASK_MS + 200, keepMs: KEEP_MS });
  const samples = async (figure: 'pending' | 'unacknowledged'): Promise<Sample[] | undefined> =>
    (await lag.read())?.map((each) => ({ labels: { consumer: each.consumer }, value: each[figure] }));
  metrics.read(
    'inkling_consumer_pending',
    'Events in the stream that a consumer has not been given',
    () => samples('pending'),
    ['consumer'],
  );
  metrics.read(
    'inkling_consumer_ack_pending',
    'Events given to a consumer and not yet taken in',
    () => samples('unacknowledged'),
    ['consumer'],
  );
}
