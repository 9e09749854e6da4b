import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { EmbedFonts } from './embed-fonts.js';

let fonts: EmbedFonts;
beforeAll(async () => {
  fonts = new EmbedFonts();
  // The thread has started then.
  await fonts.rules('Ready?', 'Yes');
});
afterAll(() => fonts.onApplicationShutdown());

it('makes fonts beside the thread that answers requests', async () => {
  const { user, system } = process.threadCpuUsage();
  for (const word of ['Spring', 'Summer', 'Winter']) {
    expect(await fonts.rules(`Is ${word} best for a walk?`, word)).toMatch(
      /^@font-face\{font-family:"Familjen Grotesk"/,
    );
  }
  const after = process.threadCpuUsage();
  // Each takes more than this in the thread that makes it.
  expect((after.user - user + after.system - system) / 1_000).toBeLessThan(90);
});

it('refuses what would wait too long, and gives places back', async () => {
  const crowd = Array.from({ length: 40 }, (_, index) =>
    fonts.rules(`Question ${String.fromCharCode(200 + index)}?`, 'Yes No'),
  );
  const settled = await Promise.allSettled(crowd);
  expect(settled.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(3);
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  expect(refused.length).toBeGreaterThan(20);
  expect(refused[0]).toMatchObject({ code: 'unavailable' });
  // A refusal is not kept.
  expect(await fonts.rules(`Question ${String.fromCharCode(239)}?`, 'Yes No')).toContain('"Onest"');
});
