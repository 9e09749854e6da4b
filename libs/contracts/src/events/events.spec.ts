import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { EVENTS, Envelope } from './index.js';

const folder = join(process.cwd(), 'libs/contracts/src/events/fixtures');
const fixtures = readdirSync(folder).map((file) => ({
  file,
  envelope: JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown,
}));

describe('stored events', () => {
  it.each(fixtures)("$file parses with today's schema and loses nothing", ({ envelope }) => {
    const parsed = Envelope.parse(envelope);
    const contract = EVENTS.find((event) => event.type === parsed.type);
    expect(contract).toBeDefined();
    expect(contract!.data.parse(parsed.data)).toEqual(parsed.data);
  });

  it.each(EVENTS.map((event) => event.type))('%s has a fixture', (type) => {
    expect(fixtures.map(({ file }) => file)).toContain(`${type}.json`);
  });

  it('names neither a voter nor an option where votes are counted', () => {
    const contract = EVENTS.find((event) => event.type === 'polls.votes-counted.v1')!;
    const parsed = contract.data.parse({
      polls: [
        { pollId: 1, authorId: 1, count: 1, votesCount: 1, version: 1, userId: 9, optionIndex: 2, votes: [1, 0] },
      ],
    });
    expect(parsed).toEqual({ polls: [{ pollId: 1, authorId: 1, count: 1, votesCount: 1, version: 1 }] });
  });
});
