import { operationsRpc, type ServiceName } from '@inkling/contracts';
import type { RpcClient } from '@inkling/platform';
import type { AdminCommand } from './command.js';
import { UsageError, servicesNamed, wholeNumber } from './options.js';

const REPLAY_MAX = 500;
const SERVICE = { value: '<name>', help: 'of one service' };
const HEADINGS = ['SERVICE', 'ID', 'CONSUMER', 'ATTEMPTS', 'GIVEN UP', 'REPLAYED', 'ERROR'];

export const deadLetters: AdminCommand = {
  name: 'dead-letters',
  help: 'List events that a consumer gave up on',
  options: { service: SERVICE, all: { help: 'those that were replayed, too' } },
  async run({ rpc, output }, _args, { service, all = false }) {
    const rows: (string | number)[][] = [];
    for (const name of servicesNamed(service)) {
      let after = 0;
      for (;;) {
        const { letters } = await rpc.call(operationsRpc(name).deadLetters, { after, all });
        if (letters.length === 0) break;
        after = letters.at(-1)!.id;
        for (const { id, consumer, attempts, createdAt, replayedAt, error } of letters) {
          rows.push([name, id, consumer, attempts, createdAt, replayedAt ?? '', error.slice(0, 120)]);
        }
      }
    }
    output.table(HEADINGS, rows, 'No event has been given up.');
  },
};

export const replay: AdminCommand = {
  name: 'replay',
  help: 'Hand dead letters to their consumers once more',
  argument: '<ids...>',
  argumentHelp: 'ids of one service, or `all`',
  options: { service: SERVICE },
  async run({ rpc, output }, ids, { service }) {
    const all = ids.length === 1 && ids[0] === 'all';
    if (!all && service === undefined) throw new UsageError('Ids are of one service: say which with --service.');
    let failures = 0;
    for (const name of servicesNamed(service)) {
      const chosen = all ? await waitingLetters(rpc, name) : ids.map((id) => wholeNumber('An id', id));
      for (let start = 0; start < chosen.length; start += REPLAY_MAX) {
        const request = { ids: chosen.slice(start, start + REPLAY_MAX) };
        const { replayed, failed } = await rpc.call(operationsRpc(name).replay, request);
        for (const id of replayed) output.line(`${name} ${id}: replayed`);
        for (const { id, error } of failed) output.line(`${name} ${id}: ${error}`);
        failures += failed.length;
      }
    }
    if (failures > 0) throw new UsageError(`${failures} could not be replayed.`);
  },
};

async function waitingLetters(rpc: RpcClient, service: ServiceName): Promise<number[]> {
  const ids: number[] = [];
  for (;;) {
    const { letters } = await rpc.call(operationsRpc(service).deadLetters, { after: ids.at(-1) ?? 0 });
    if (letters.length === 0) return ids;
    ids.push(...letters.map(({ id }) => id));
  }
}

export const republish: AdminCommand = {
  name: 'republish',
  help:
    'Publish the events of the last 14 days again, as after the loss of the event store; ' +
    'consumers ignore what they have had',
  options: { service: SERVICE },
  async run({ rpc, streams, output }, _args, { service }) {
    const names = servicesNamed(service);
    // The services may not make them.
    await streams.ensure();
    for (const name of names) {
      let total = 0;
      let after: number | null = 0;
      while (after !== null) {
        const answer: { published: number; last: number | null } = await rpc.call(operationsRpc(name).republish, {
          after,
        });
        total += answer.published;
        after = answer.last;
      }
      output.line(`${name}: ${total} events published`);
    }
  },
};

export const makeStreams: AdminCommand = {
  name: 'streams',
  help:
    'Create the event streams that are missing and add the subjects of new events; ' +
    'before a first start and an upgrade, and after their loss',
  options: { replicas: { value: '<count>', help: 'servers of a cluster that keep a copy: 1, 3 or 5' } },
  async run({ streams, output }, _args, { replicas: text }) {
    const replicas = text === undefined ? undefined : wholeNumber('--replicas', text);
    if (replicas !== undefined && ![1, 3, 5].includes(replicas)) throw new UsageError('--replicas must be 1, 3 or 5.');
    await streams.ensure(replicas === undefined ? {} : { replicas });
    output.line('The event streams are there.');
  },
};
