import { Module } from '@nestjs/common';
import { CONFIG, ConfigError, EventStreams } from '@inkling/platform';
import { Arrivals } from './arrivals.js';
import { DiskStore } from './disk-store.js';
import { CountedUploads } from './counted-uploads.js';
import { MediaIntake } from './media-intake.js';
import { MediaRemovals } from './media-removals.js';
import { MediaSweep } from './media-sweep.js';
import { OBJECT_STORE, type ObjectStore } from './object-store.js';
import { S3Store } from './s3-store.js';
import { SmallPictures } from './small-pictures.js';
import type { UploadsConfig } from '../config.js';

/** The store that the configuration chooses. @throws ConfigError for an S3 server without its keys */
export function chooseStore(config: UploadsConfig): ObjectStore {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = config;
  if (endpoint === undefined) return new DiskStore(config.MEDIA_DIR);
  if (!accessKey || !secretKey)
    throw new ConfigError('gateway: bad configuration. S3_ACCESS_KEY, S3_SECRET_KEY: are required with S3_ENDPOINT');
  return new S3Store({ endpoint, accessKey, secretKey, bucket: config.S3_BUCKET, region: config.S3_REGION });
}

/** Uploads: receiving files, preparing them, storing them and removing them. */
@Module({
  providers: [
    Arrivals,
    EventStreams,
    MediaIntake,
    CountedUploads,
    MediaRemovals,
    MediaSweep,
    SmallPictures,
    { provide: OBJECT_STORE, useFactory: chooseStore, inject: [CONFIG] },
  ],
  exports: [Arrivals, MediaIntake, CountedUploads, SmallPictures, OBJECT_STORE],
})
export class UploadsModule {}
