import { MEDIA_MAX_BYTES } from '@inkling/contracts';
import { ApiError } from '@inkling/platform';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { tooLarge, type Arrivals, type IncomingForm } from './arrivals.js';
import type { IncomingFile } from './incoming-files.js';

/** A form has a few short fields and one file; these limits keep a hostile one cheap. */
export const FORM_LIMITS = {
  fieldNameSize: 100,
  fieldSize: 32 * 1024,
  fields: 20,
  parts: 21,
  files: 1,
  fileSize: MEDIA_MAX_BYTES,
};

/**
 * Implements `FastifyInstance.readForm`. A field that is given twice becomes a list, which no schema accepts as text.
 * The form is read to its end even if it is refused, because a browser reads the answer only after sending everything.
 */
export function readForm(
  arrivals: Arrivals,
  request: FastifyRequest,
  fileField: string | undefined,
): Promise<Record<string, unknown>> {
  return arrivals.during(request, async (form) => {
    const fields = new Map<string, unknown>();
    let file: IncomingFile | undefined;
    let refusal: ApiError | undefined;
    try {
      for await (const part of request.parts()) {
        if (part.type === 'file') {
          const taken = await takeFile(form, part, refusal ?? misplaced(part, fileField));
          if (taken instanceof ApiError) refusal ??= taken;
          else file = taken ?? file;
        } else if (part.valueTruncated || part.fieldnameTruncated) {
          refusal ??= new ApiError('too-large', { message: `The field ${part.fieldname.slice(0, 60)} is too long.` });
        } else
          fields.set(
            part.fieldname,
            fields.has(part.fieldname) ? [fields.get(part.fieldname), part.value] : part.value,
          );
      }
      if (refusal) throw refusal;
      // The sender may have disconnected after the last byte.
      if (request.raw.socket.destroyed) throw new ApiError('invalid-request');
    } catch (error) {
      await file?.discard();
      throw toApiError(error);
    }
    if (file) request.upload = file;
    return Object.fromEntries(fields);
  });
}

/** The file, undefined for a field that was left empty, or the reason for refusing it. */
async function takeFile(
  form: IncomingForm,
  part: MultipartFile,
  refusal: ApiError | undefined,
): Promise<IncomingFile | ApiError | undefined> {
  if (refusal) {
    let bytes = 0;
    for await (const chunk of part.file) bytes += (chunk as Buffer).length;
    return isLeftEmpty(part, bytes) ? undefined : refusal;
  }
  let file: IncomingFile | undefined;
  try {
    file = await form.receive(part.file);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    part.file.resume();
    return error;
  }
  if (file && !part.file.truncated) return file;
  await file?.discard();
  if (part.file.truncated) return tooLarge();
  return isLeftEmpty(part, 0) ? undefined : new ApiError('invalid-request', { message: 'The file is empty.' });
}

/** Browsers send a file field without a choice like this. */
const isLeftEmpty = (part: MultipartFile, bytes: number): boolean => bytes === 0 && !part.filename;

function misplaced(part: MultipartFile, fileField: string | undefined): ApiError | undefined {
  if (part.fieldname === fileField) return undefined;
  return new ApiError('invalid-request', {
    message:
      fileField === undefined ? 'This form takes no file.' : `This form takes one file, in the field ${fileField}.`,
  });
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge();
  if (code === 'FST_FILES_LIMIT') return new ApiError('invalid-request', { message: 'Send one file at most.' });
  if (statusCode === 413) return new ApiError('too-large', { message: 'The form has too many or too large parts.' });
  return new ApiError('invalid-request', {
    message: 'The form cannot be read. Send it as multipart/form-data with a boundary.',
    cause: error,
  });
}
