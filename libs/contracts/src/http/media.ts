import { z } from 'zod';

/** What is known of a poll's picture or video, so that its place can be kept before it arrives. */
export const MediaInfo = z.object({
  kind: z.enum(['image', 'video']),
  /** Pixels, upright. */
  width: z.int().positive(),
  height: z.int().positive(),
  /** ThumbHash of the picture, base64; none for video. */
  thumbhash: z.string().max(100).nullable(),
  /** Seconds; of video only. */
  duration: z.number().min(0).nullable(),
  /** For those who do not see it; its author's words. */
  alt: z.string().nullable(),
});
export type MediaInfo = z.infer<typeof MediaInfo>;

/** The picture of an option: its path, and what is known of it. */
export const OptionImage = z.object({ image: z.string(), imageInfo: MediaInfo });
export type OptionImage = z.infer<typeof OptionImage>;

/** Path of a stored object: UPLOADS_PATH and a random key with its type's extension. */
export const MediaPath = z.string().regex(/^\/uploads\/[A-Za-z0-9_-]{22,64}\.(jpg|png|gif|webp|mp4|webm)$/);

/** A stored object as the gateway hands it to the service that will own it. */
export const StoredMedia = MediaInfo.omit({ alt: true }).extend({ path: MediaPath });
export type StoredMedia = z.infer<typeof StoredMedia>;
