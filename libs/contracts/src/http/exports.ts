import { z } from 'zod';
import { Instant } from '../common.js';
import { EXPORT_PARTS } from '../constants.js';

export const ExportPart = z.enum(EXPORT_PARTS);
export type ExportPart = z.infer<typeof ExportPart>;

/** How much an export holds. `media` counts pictures and videos. */
export const ExportCounts = z.object({
  polls: z.int().min(0),
  votes: z.int().min(0),
  comments: z.int().min(0),
  media: z.int().min(0),
});
export type ExportCounts = z.infer<typeof ExportCounts>;

/** What keeps an export from going on: a service does not answer, or the store takes no file. */
export const ExportTrouble = z.enum(['service', 'store']);
export type ExportTrouble = z.infer<typeof ExportTrouble>;

/** The file of a person's data (docs/product.md#export). */
export const DataExport = z.object({
  /** `failed`: it was given up after a day. */
  state: z.enum(['making', 'ready', 'failed']),
  requestedAt: Instant,
  /** The parts that are gathered, in their order. */
  parts: z.array(ExportPart),
  counts: ExportCounts,
  /** `making` and `failed` only. While it is made, it goes on by itself. */
  trouble: ExportTrouble.nullable(),
  /** Bytes of the file; `ready` only. */
  size: z.int().min(0).nullable(),
  /** When the file is deleted; `ready` only. */
  availableUntil: Instant.nullable(),
});
export type DataExport = z.infer<typeof DataExport>;

/** A person's current export; null without one. */
export const ExportState = z.object({ export: DataExport.nullable() });
export type ExportState = z.infer<typeof ExportState>;

/** `GET /api/users/me/export/file`: a page asks with `check` before it lets the browser download the file. */
export const ExportFileQuery = z.object({ check: z.literal('1').optional() });
