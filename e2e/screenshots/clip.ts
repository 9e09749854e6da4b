import type { Browser } from '@playwright/test';

/** Has the browser draw and record two seconds of WebM: two discs that cross a field, the upper one faster. */
export async function recordClip(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage();
  try {
    return Buffer.from(await page.evaluate(drawAndRecord), 'base64');
  } finally {
    await page.close();
  }
}

async function drawAndRecord() {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
  const brush = canvas.getContext('2d')!;
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' });
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
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  recorder.stop();
  await stopped;
  const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
