import { ApiError } from '@inkling/platform';

/** A refused file, with a sentence for its sender. */
export class UnusableMedia extends ApiError {
  constructor(message: string, cause?: unknown) {
    super('unsupported-media-type', { message, cause });
  }
}

export const UNKNOWN_FORMAT = 'This file is not a JPG, PNG, GIF, WebP, MP4 or WebM. Please choose another one.';
export const BROKEN_IMAGE = 'This picture cannot be read. It may be damaged; please choose another one.';
export const FOREIGN_DATA = 'This file holds more than a picture. Please save the picture anew and try again.';
export const TOO_MUCH_WORK = 'This picture takes too long to work on. Please save it anew and try again.';
export const TOO_LONG =
  'This animation is too long. Please shorten it, make it smaller, or send it as an MP4 or WebM video.';
