import { z } from 'zod';
import { Id } from '../common.js';
import { DataExport, ExportCounts, ExportPart, ExportState, ExportTrouble } from '../http/exports.js';
import { rpc } from './define.js';

const OfSession = z.object({ userId: Id, sessionId: z.uuid() });
/** A claimed job. The token is of this claim; after its lease another claim has another token. */
const Claim = z.object({ id: Id, token: z.uuid() });

/** A job of an export: to make its file, or to remove what is stored for it. */
export const ExportJob = Claim.extend({
  userId: Id.nullable(),
  work: z.enum(['make', 'remove']),
  /** The object that this attempt writes; null for `remove`. */
  key: z.string().nullable(),
  /** Objects of earlier attempts, or all of them for `remove`. */
  formerKeys: z.array(z.string()),
  requestedAt: DataExport.shape.requestedAt,
});
export type ExportJob = z.infer<typeof ExportJob>;

/** Exports of personal data. Auth keeps the queue, and the gateway, which has the store of objects, does the work. */
export const exportsRpc = {
  /** Starts an export, or answers the one that is being made. A finished file is replaced. */
  request: rpc('auth.exports.request', OfSession, ExportState),
  state: rpc('auth.exports.state', z.object({ userId: Id }), ExportState, { retry: true }),
  /** Stops the export, or has its file deleted. */
  remove: rpc('auth.exports.remove', z.object({ userId: Id }), z.object({}), { retry: true }),
  /** The object of the finished file; `export-not-found` without one. */
  file: rpc('auth.exports.file', OfSession, z.object({ key: z.string(), requestedAt: DataExport.shape.requestedAt }), {
    retry: true,
  }),
  claim: rpc('auth.exports.claim', z.object({ limit: z.int().min(1).max(10) }), z.object({ jobs: z.array(ExportJob) })),
  /** Renews the lease. `continue` is false when the job was stopped or belongs to another claim. */
  progress: rpc(
    'auth.exports.progress',
    Claim.extend({ parts: z.array(ExportPart), counts: ExportCounts, trouble: ExportTrouble.nullable() }),
    z.object({ continue: z.boolean() }),
    { retry: true },
  ),
  /** The file is stored. `accepted` is false like `continue`; the caller then removes the object. */
  finish: rpc(
    'auth.exports.finish',
    Claim.extend({ counts: ExportCounts, size: z.int().min(0) }),
    z.object({ accepted: z.boolean() }),
    { retry: true },
  ),
  /** This attempt failed. Another one follows, or the export is given up. */
  fail: rpc('auth.exports.fail', Claim.extend({ trouble: ExportTrouble }), z.object({}), { retry: true }),
  /** The objects are removed. */
  removed: rpc('auth.exports.removed', Claim, z.object({}), { retry: true }),
};
