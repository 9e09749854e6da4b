import { MEDIA_MAX_BYTES, POLL_OPTIONS_MAX } from '@inkling/contracts';
import { ApiError } from '@inkling/platform';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { tooLarge, type Arrivals, type IncomingForm } from './arrivals.js';
import type { IncomingFile } from './incoming-files.js';

const FIELDS_MAX = 20;
const FILES_MAX = 1 + POLL_OPTIONS_MAX;
/** A form has a few short fields and files; these limits keep a hostile one cheap. */
export const FORM_LIMITS = {
  fieldNameSize: 100,
  fieldSize: 32 * 1024,
  fields: FIELDS_MAX,
  parts: FIELDS_MAX + FILES_MAX,
  files: FILES_MAX,
  fileSize: MEDIA_MAX_BYTES,
};

/**
 * Implements `FastifyInstance.readForm`. A field that is given twice becomes a list, which no schema accepts as text.
 * The form is read to its end even if it is refused, because a browser reads the answer only after sending everything.
 */
export function readForm(
  arrivals: Arrivals,
  request: FastifyRequest,
  fileFields: readonly string[],
): Promise<Record<string, unknown>> {
  return arrivals.during(request, async (form) => {
    const fields = new Map<string, unknown>();
    const files = new Map<string, IncomingFile>();
    let refusal: ApiError | undefined;
    try {
      for await (const part of request.parts()) {
        if (part.type === 'file') {
          const left = MEDIA_MAX_BYTES - bytesOf(files);
          const taken = await takeFile(form, part, left, refusal ?? misplaced(part, fileFields, files));
          if (taken instanceof ApiError) refusal ??= taken;
          else if (taken) files.set(part.fieldname, taken);
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
      await Promise.all([...files.values()].map((file) => file.discard()));
      throw toApiError(error);
    }
    request.uploads = files;
    return Object.fromEntries(fields);
  });
}

/** The file, undefined for a field that was left empty, or the reason for refusing it. */
async function takeFile(
  form: IncomingForm,
  part: MultipartFile,
  bytesLeft: number,
  refusal: ApiError | undefined,
): Promise<IncomingFile | ApiError | undefined> {
  if (refusal) {
    let bytes = 0;
    for await (const chunk of part.file) bytes += (chunk as Buffer).length;
    return isLeftEmpty(part, bytes) ? undefined : refusal;
  }
  let file: IncomingFile | undefined;
  try {
    file = await form.receive(part.file, bytesLeft);
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

const bytesOf = (files: ReadonlyMap<string, IncomingFile>): number =>
  [...files.values()].reduce((bytes, { size }) => bytes + size, 0);

function misplaced(
  { fieldname }: MultipartFile,
  fields: readonly string[],
  files: ReadonlyMap<string, IncomingFile>,
): ApiError | undefined {
  if (files.has(fieldname))
    return new ApiError('invalid-request', { message: `Send one file at most in the field ${fieldname}.` });
  if (fields.includes(fieldname)) return undefined;
  return new ApiError('invalid-request', {
    message: fields.length === 0 ? 'This form takes no file.' : `This form takes files only as ${fields.join(', ')}.`,
  });
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge();
  if (code === 'FST_FILES_LIMIT') return new ApiError('invalid-request', { message: 'Send fewer files.' });
  if (statusCode === 413) return new ApiError('too-large', { message: 'The form has too many or too large parts.' });
  return new ApiError('invalid-request', {
    message: 'The form cannot be read. Send it as multipart/form-data with a boundary.',
    cause: error,
  });
}
