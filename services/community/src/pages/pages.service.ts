import { Injectable } from '@nestjs/common';
import {
  PAGE_KINDS,
  PAGE_LANGUAGES,
  termsPublished,
  type AdminPages,
  type Page,
  type PageHistory,
  type PageKind,
  type PageLanguage,
  type PageVersion,
  type PublicInstance,
  type PublishPageBody,
} from '@inkling/contracts';
import { ApiError, Database, type Transaction } from '@inkling/platform';
import { sql, type Kysely, type Selectable } from 'kysely';
import { Log } from '../log/log.js';
import { InstanceChanges } from '../settings/instance-changes.js';
import type { Tables } from '../tables.js';

/** Versions that a history shows. */
const HISTORY_MAX = 100;

type Row = Selectable<Tables['pages']>;
const languagesOf = ({ text_en: en, text_de: de }: Pick<Row, 'text_en' | 'text_de'>): PageLanguage[] =>
  PAGE_LANGUAGES.filter((language) => (language === 'en' ? en : de) !== null);
const asVersion = (row: Row): PageVersion => ({
  kind: row.kind,
  version: row.version,
  texts: { en: row.text_en, de: row.text_de },
  summary: row.summary,
  publishedAt: row.published_at.toISOString(),
});

/** Pages that the operator writes (docs/product.md#pages-and-terms). */
@Injectable()
export class PagesService {
  constructor(
    private readonly database: Database<Tables>,
    private readonly log: Log,
    private readonly changes: InstanceChanges,
  ) {}

  /**
   * The current version in a language, else in the other.
   * @throws ApiError `page-not-found`
   */
  async page(kind: PageKind, language: PageLanguage = 'en'): Promise<Page> {
    const row = await this.#latest(this.database.kysely, kind);
    const written = row ? languagesOf(row) : [];
    const shown = written.includes(language) ? language : written[0];
    if (!row || !shown) throw new ApiError('page-not-found');
    const { texts, ...page } = asVersion(row);
    return { ...page, language: shown, text: texts[shown] ?? '' };
  }

  /** Which pages there are, and the current version of the terms. */
  async published(): Promise<Pick<PublicInstance, 'pages' | 'terms'>> {
    const rows = (await this.#current()).filter((row) => row.languages.length > 0);
    const terms = rows.find(({ kind }) => kind === 'terms');
    return {
      pages: PAGE_KINDS.filter((kind) => rows.some((row) => row.kind === kind)),
      terms: terms
        ? { version: terms.version, summary: terms.summary, publishedAt: terms.published_at.toISOString() }
        : null,
    };
  }

  /** The state of every kind of page. */
  async list(): Promise<AdminPages['pages']> {
    const rows = await this.#current();
    return PAGE_KINDS.map((kind) => {
      const row = rows.find((one) => one.kind === kind);
      return {
        kind,
        version: row?.version ?? 0,
        languages: row?.languages ?? [],
        publishedAt: row?.published_at.toISOString() ?? null,
      };
    });
  }

  /**
   * The versions of a page, the newest first, and one of them with its text: the given one, or the newest.
   * @throws ApiError `page-not-found` for a version that does not exist
   */
  async history(kind: PageKind, version?: number): Promise<PageHistory> {
    const rows = await this.database.kysely
      .selectFrom('pages')
      .select(['version', 'summary', 'published_at'])
      .select((eb) => [eb('text_en', 'is not', null).as('en'), eb('text_de', 'is not', null).as('de')])
      .where('kind', '=', kind)
      .orderBy('version', 'desc')
      .limit(HISTORY_MAX)
      .execute();
    const shown = await this.#latest(this.database.kysely, kind, version);
    if (version !== undefined && !shown) throw new ApiError('page-not-found');
    return {
      kind,
      shown: shown ? asVersion(shown) : null,
      versions: rows.map((row) => ({
        version: row.version,
        languages: PAGE_LANGUAGES.filter((language) => row[language]),
        summary: row.summary,
        publishedAt: row.published_at.toISOString(),
      })),
    };
  }

  /**
   * Publishes a new version of a page.
   * @param actorId null for the admin command
   * @throws ApiError `settings-changed` unless `version` is the current one
   */
  async publish(kind: PageKind, body: PublishPageBody, actorId: number | null): Promise<PageVersion> {
    const published = await this.database.transaction((tx) => this.#publish(tx, kind, body, actorId));
    this.changes.announce();
    return published;
  }

  async #publish(
    tx: Transaction<Tables>,
    kind: PageKind,
    { version, texts, summary }: PublishPageBody,
    actorId: number | null,
  ): Promise<PageVersion> {
    const before = await this.#latest(tx.kysely, kind);
    if ((before?.version ?? 0) !== version) throw new ApiError('settings-changed');
    const row = await tx.kysely
      .insertInto('pages')
      .values({
        kind,
        version: version + 1,
        text_en: texts.en,
        text_de: texts.de,
        summary,
        published_by: actorId,
      })
      // Somebody else has published since the row above was read.
      .onConflict((conflict) => conflict.columns(['kind', 'version']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new ApiError('settings-changed');
    await this.log.append(tx, {
      by: actorId ?? 'operator',
      what: 'page-published',
      details: { page: kind, version: row.version, languages: languagesOf(row), summary },
    });
    if (kind === 'terms')
      await tx.publish(termsPublished, {
        version: row.version,
        publishedAt: row.published_at.toISOString(),
        ...(languagesOf(row).length === 0 && { withdrawn: true as const }),
      });
    return asVersion(row);
  }

  #latest(kysely: Kysely<Tables>, kind: PageKind, version?: number): Promise<Row | undefined> {
    return kysely
      .selectFrom('pages')
      .selectAll()
      .where('kind', '=', kind)
      .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  /** The newest version of each kind, without texts. */
  async #current() {
    const rows = await this.database.kysely
      .selectFrom('pages')
      .distinctOn('kind')
      .select(['kind', 'version', 'summary', 'published_at'])
      .select([sql<boolean>`text_en is not null`.as('en'), sql<boolean>`text_de is not null`.as('de')])
      .orderBy('kind')
      .orderBy('version', 'desc')
      .execute();
    return rows.map((row) => ({ ...row, languages: PAGE_LANGUAGES.filter((language) => row[language]) }));
  }
}
