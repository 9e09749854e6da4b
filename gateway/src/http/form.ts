import { ApiError } from '@inkling/platform';
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

/** A form has few short fields; the limits keep a hostile one cheap. */
export const FORM_LIMITS = { fieldNameSize: 100, fieldSize: 64 * 1024, fields: 30, parts: 31, files: 1, fileSize: 25 * 1024 * 1024 };
const NO_MEDIA = 'This server does not take media yet. Send the form without a file.';

/**
 * Reads the fields of a multipart form. A field that is given twice becomes a list, which no schema takes for text.
 * @throws ApiError 400 for a broken form, 413 above the limits, 415 for a file
 */
export async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>();
  let files = 0;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        files += 1;
        // A browser reads the answer only after its upload has been taken.
        for await (const _chunk of part.file) continue;
        continue;
      }
      if (part.valueTruncated || part.fieldnameTruncated) throw new ApiError('too-large', { message: `The field ${part.fieldname.slice(0, 60)} is too long.` });
      fields.set(part.fieldname, fields.has(part.fieldname) ? [fields.get(part.fieldname), part.value] : part.value);
    }
  } catch (error) {
    throw toApiError(error);
  }
  if (files > 0) throw new ApiError('unsupported-media-type', { message: NO_MEDIA });
  return Object.fromEntries(fields);
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const status = (error as { statusCode?: unknown }).statusCode;
  if (status === 413) return new ApiError('too-large', { message: 'The form has too many or too large parts.' });
  return new ApiError('invalid-request', { message: 'The form cannot be read. Send it as multipart/form-data with a boundary.', cause: error });
}
