import sharp from 'sharp';
import { scenePicture, type Picture } from '../demo/pictures.mts';
import type { Client } from '../demo/client.mts';
import type { Browser } from 'playwright-core';

const CLIP = { question: 'Which of these two would you ride home?', options: ['The slow one', 'The fast one'] };
const TALL = { question: 'Would you climb up there at night?', options: ['At once', 'Only with you', 'Never'] };

/**
 * A poll with a clip of two seconds, which the browser draws and records itself.
 * @returns its id
 */
export const publishClip = (client: Client, browser: Browser, origin: string): Promise<number> =>
  published(client, CLIP, async () => ({
    name: 'clip.webm',
    type: 'video/webm',
    bytes: await record(browser, origin),
  }));

/**
 * A poll with a picture three times as high as it is wide, which a card crops.
 * @returns its id
 */
export const publishTall = (client: Client): Promise<number> =>
  published(client, TALL, async () => {
    const { bytes } = await scenePicture('lanterns');
    return {
      name: 'tall.jpg',
      type: 'image/jpeg',
      bytes: await sharp(bytes).resize(600, 1800, { fit: 'cover' }).jpeg().toBuffer(),
    };
  });

async function published(client: Client, { question, options }: typeof CLIP, picture: () => Promise<Picture>) {
  const { polls } = await client.get<{ polls: { id: number; question: string; media: string | null }[] }>(
    '/api/users/me/polls',
  );
  const there = polls.find((poll) => poll.question === question && poll.media);
  if (there) return there.id;
  const { name, type, bytes } = await picture();
  const form = new FormData();
  form.set('question', question);
  form.set('options', JSON.stringify(options));
  form.set('visibility', 'public');
  form.set('mediaAlt', question);
  form.set('media', new Blob([new Uint8Array(bytes)], { type }), name);
  return (await client.send('POST', '/api/polls', form)).id;
}

async function record(browser: Browser, origin: string) {
  const page = await browser.newPage();
  try {
    await page.goto(`${origin}/favicon.svg`);
    const encoded = await page.evaluate(drawAndRecord);
    return Buffer.from(encoded, 'base64');
  } finally {
    await page.close();
  }
}

/** Runs in the page: two discs that cross a field, the upper one faster. */
async function drawAndRecord() {
  const canvas = new OffscreenCanvas(640, 360);
  const brush = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  const shown = document.createElementNS('http://www.w3.org/1999/xhtml', 'canvas') as HTMLCanvasElement;
  shown.width = 640;
  shown.height = 360;
  const screen = shown.getContext('2d') as CanvasRenderingContext2D;
  const recorder = new MediaRecorder(shown.captureStream(25), { mimeType: 'video/webm;codecs=vp8' });
  const chunks: BlobPart[] = [];
  recorder.ondataavailable = ({ data }) => chunks.push(data);
  const stopped = new Promise((resolve) => (recorder.onstop = resolve));
  recorder.start();
  const start = performance.now();
  for (let at = 0; at < 2; at = (performance.now() - start) / 1_000) {
    brush.fillStyle = '#D8F6E7';
    brush.fillRect(0, 0, 640, 360);
    for (const [y, speed, colour] of [
      [120, 280, '#B03A1F'],
      [250, 120, '#0F7D50'],
    ] as const) {
      brush.fillStyle = colour;
      brush.beginPath();
      brush.arc(80 + at * speed, y, 46, 0, 7);
      brush.fill();
    }
    screen.drawImage(canvas, 0, 0);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  recorder.stop();
  await stopped;
  const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
