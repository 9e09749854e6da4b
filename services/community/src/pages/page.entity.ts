import { defineEntity, p } from '@mikro-orm/core';
import { PAGE_KINDS } from '@inkling/contracts';

/** A published version of a page, in all of its languages; the highest version counts. Rows never change. */
export const PublishedPage = defineEntity({
  name: 'PublishedPage',
  tableName: 'pages',
  properties: {
    kind: p.enum(PAGE_KINDS).columnType('text').primary(),
    version: p.integer().primary(),
    /** Markdown; a version without any text takes the page back. */
    textEn: p.text().nullable(),
    textDe: p.text().nullable(),
    /** What has changed since the version before. */
    summary: p.text().nullable(),
    publishedAt: p.datetime().columnType('timestamptz').defaultRaw('clock_timestamp()'),
    /** Null for the admin command, and once the account is deleted. */
    publishedBy: p.bigint('number').nullable(),
  },
});
