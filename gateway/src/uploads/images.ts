import sharp, { type Metadata, type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { FRAMES_MAX, refuseForeignData, type ImageFormat } from './image-structure.js';
import { BROKEN_IMAGE, TOO_LONG, UnusableMedia } from './unusable-media.js';

/** A profile's picture is cut to a square; an option's picture does not move. */
export type MediaUse = 'poll' | 'option' | 'profile';

export interface PreparedImage {
  readonly extension: 'webp';
  /** Pixels, upright. */
  readonly width: number;
  readonly height: number;
  /** Base64. */
  readonly thumbhash: string;
}

const PIXELS_MAX = 40e6;
/** Pixels of all frames together: they take about six seconds and 150 MB. */
const ANIMATION_PIXELS_MAX = 60e6;
const SIDE_MAX = 2_048;
const OPTION_SIDE_MAX = 1_280;
const PROFILE_SIDE = 512;
const THUMBNAIL_SIDE = 100;
const SECONDS_MAX = 20;
const TOO_MANY_PIXELS = 'This picture has too many pixels. At most 40 million are accepted, such as 8000 x 5000.';

// libvips reads many more formats; some of those readers can open other files or be made to run for ever.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
});
// Uploads do not repeat, so a cache of operations would only use memory.
sharp.cache(false);

const open = (file: string, animated: boolean): Sharp =>
  sharp(file, {
    limitInputPixels: animated ? ANIMATION_PIXELS_MAX : PIXELS_MAX,
    failOn: 'error',
    autoOrient: true,
    sequentialRead: true,
    animated,
  });

/**
 * Decodes a picture and encodes it to `target`: upright, in sRGB, without metadata, at most 2048 pixels a side (an
 * option's picture 1280, a profile's square and 512). The result is WebP, which every browser shows and which is a
 * quarter to a half smaller than files from cameras and screenshots. Only a poll's own picture may stay an animation.
 * @throws UnusableMedia for a file that is no intact picture, or too large, which its header already shows
 */
export async function prepareImage(
  file: string,
  format: ImageFormat,
  use: MediaUse,
  target: string,
): Promise<PreparedImage> {
  try {
    await refuseForeignData(file, format);
    const metadata = await readHeader(file, format);
    const animated = use === 'poll' && (metadata.pages ?? 1) > 1;
    const written = await resized(open(file, animated), metadata, use)
      .webp(animated ? { quality: 75, effort: 2 } : { quality: 84, alphaQuality: 95, smartSubsample: true, effort: 4 })
      .timeout({ seconds: SECONDS_MAX })
      .toFile(target);
    const height = animated ? (written.pageHeight ?? written.height) : written.height;
    return { extension: 'webp', width: written.width, height, thumbhash: await thumbhashOf(target) };
  } catch (cause) {
    throw refusal(cause);
  }
}

async function readHeader(file: string, format: ImageFormat): Promise<Metadata> {
  const metadata = await sharp(file, { limitInputPixels: false, failOn: 'error' }).metadata();
  if (metadata.format !== format) throw new UnusableMedia(BROKEN_IMAGE);
  const { width, height, pages = 1 } = metadata;
  if (width * height > PIXELS_MAX) throw new UnusableMedia(TOO_MANY_PIXELS);
  if (pages > FRAMES_MAX || width * height * pages > ANIMATION_PIXELS_MAX) {
    throw new UnusableMedia(TOO_LONG);
  }
  return metadata;
}

function resized(image: Sharp, { autoOrient }: Metadata, use: MediaUse): Sharp {
  if (use !== 'profile') {
    const most = use === 'poll' ? SIDE_MAX : OPTION_SIDE_MAX;
    return image.resize({ width: most, height: most, fit: 'inside', withoutEnlargement: true });
  }
  const side = Math.min(PROFILE_SIDE, autoOrient.width, autoOrient.height);
  return image.resize({ width: side, height: side, fit: 'cover' });
}

async function thumbhashOf(file: string): Promise<string> {
  const { data, info } = await sharp(file)
    .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

/** Turns the decoder's many errors into UnusableMedia. Errors such as a full disk stay as they are. */
function refusal(cause: unknown): unknown {
  if (cause instanceof UnusableMedia || typeof (cause as { code?: unknown }).code === 'string') return cause;
  const message = cause instanceof Error ? cause.message : '';
  if (/pixel limit/i.test(message)) return new UnusableMedia(TOO_MANY_PIXELS, cause);
  if (/timeout/i.test(message))
    return new UnusableMedia('This picture takes too long to work on. Please make it smaller.', cause);
  if (/write error|No space left|unable to (?:write|open for write)/i.test(message)) return cause;
  return new UnusableMedia(BROKEN_IMAGE, cause);
}
