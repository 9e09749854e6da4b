import { OPTION_IMAGE_FIELDS, type CreatePollBody } from '@inkling/contracts';
import { ApiError } from '@inkling/platform';
import type { FastifyRequest } from 'fastify';
import { uploadsOf, type Upload } from './media-intake.js';

/** The files of a new poll's form. */
export interface PollFiles {
  readonly media: Upload | undefined;
  /** None, or one for each option. */
  readonly optionImages: readonly Upload[];
}

/** @throws ApiError `invalid-request` unless all options have a described picture, or none has one */
export function pollFiles(request: FastifyRequest, { options, optionAlts }: CreatePollBody): PollFiles {
  const [media] = uploadsOf(request, { media: 'poll' });
  const optionImages = uploadsOf(request, Object.fromEntries(OPTION_IMAGE_FIELDS.map((field) => [field, 'option'])));
  const wanted = optionImages.length > 0 || optionAlts !== undefined ? options.length : 0;
  const complete = OPTION_IMAGE_FIELDS.slice(0, wanted).every((field) => request.uploads?.has(field));
  if (optionImages.length !== wanted || !complete)
    throw new ApiError('invalid-request', { message: 'Give every option a picture, or none.' });
  if (wanted > 0 && !optionAlts)
    throw new ApiError('invalid-request', { message: 'Describe the picture of every option.' });
  return { media, optionImages };
}
