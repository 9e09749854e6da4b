import { z } from 'zod';

/** Environment of uploads and stored media. */
export const UploadsConfig = z.object({
  /** Folder of stored media, where no S3 server is set. Gateways share it. */
  MEDIA_DIR: z.string().min(1).default('.data/uploads'),
  /**
   * Folder for files while they arrive and are worked on; needs room for a few times 25 MB. Default: beside the stored
   * ones, with S3 the system's.
   */
  MEDIA_TEMP_DIR: z.string().min(1).optional(),
  /** URL of an S3-compatible server; with it, media is stored there and not in MEDIA_DIR. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be a URL such as https://s3.example.org' }).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .default('inkling-media'),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  /** Files worked on at once, per process. */
  UPLOADS_AT_ONCE: z.coerce.number().int().min(1).max(64).default(4),
  /** Files that may wait for that; more are answered 503. */
  UPLOADS_WAITING: z.coerce.number().int().min(0).max(10_000).default(32),
  /** Files that may be arriving at once, per process; more are answered 503. */
  UPLOADS_ARRIVING: z.coerce.number().int().min(1).max(10_000).default(64),
  /** What a sender brings per second at least, on average over UPLOAD_STALL_SECONDS; a slower one is disconnected. */
  UPLOAD_BYTES_PER_SECOND: z.coerce.number().int().min(1).max(10_000_000).default(16_384),
  UPLOAD_STALL_SECONDS: z.coerce.number().min(0.2).max(300).default(15),
  /** The longest video, in seconds. */
  VIDEO_MAX_SECONDS: z.coerce.number().int().min(1).max(7_200).default(600),
  /** Between two searches for stored objects that belong to nothing; 0 never searches. */
  MEDIA_SWEEP_MINUTES: z.coerce.number().min(0).max(10_080).default(60),
});
export type UploadsConfig = z.infer<typeof UploadsConfig>;
