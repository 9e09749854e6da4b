import { Injectable } from '@nestjs/common';
import { SEALED_CHOICE, type ViewerActions } from '@inkling/contracts';
import { BatchLoader, Database, readsMayBeLate } from '@inkling/platform';
import { FILTERED, LIKED, REMINDED, SAVED, SEES_RESTRICTED, VIEWER_FIELDS, type ViewerFieldsRow } from './feed.sql.js';

/** What a viewer has done, by poll id; untouched polls are absent. */
export type ActionsByPoll = ReadonlyMap<number, ViewerActions>;

/** What is particular to one viewer of a page. */
export interface ViewerOfPage {
  readonly actions: ActionsByPoll;
  /** The viewer's feed may differ from everybody's. */
  readonly filtered: boolean;
  /** The feed shows the viewer a restricted author's polls, which others do not get. */
  readonly seesRestricted: boolean;
}

const NONE: ViewerOfPage = { actions: new Map(), filtered: false, seesRestricted: false };

interface PageOfViewer {
  readonly viewerId: number;
  readonly pollIds: readonly number[];
}

/**
 * Looks up what viewers have done with the polls of one page, and whether their feed may differ. Look-ups that arrive
 * while one is under way share the next statement.
 */
@Injectable()
export class ViewerFieldsLookup {
  readonly #loader = this.#newLoader();
  /** Look-ups that may be late share no statement with others. */
  readonly #lateLoader = this.#newLoader();

  constructor(private readonly database: Database) {}

  /**
   * @param pollIds of a page; equal lists share a statement
   * @throws ApiError `unavailable` when too many look-ups wait
   */
  find(viewerId: number, pollIds: readonly number[]): Promise<ViewerOfPage> {
    return (readsMayBeLate() ? this.#lateLoader : this.#loader).load({ viewerId, pollIds });
  }

  /** What the viewer has done with these polls, which may be none. @throws ApiError see `find` */
  async actionsOn(viewerId: number, pollIds: readonly number[]): Promise<ActionsByPoll> {
    return pollIds.length === 0 ? NONE.actions : (await this.find(viewerId, pollIds)).actions;
  }

  #newLoader(): BatchLoader<PageOfViewer, ViewerOfPage> {
    const limits = { inFlight: 1, batch: 500, waiting: 20_000 };
    return new BatchLoader((pages) => this.#readPages(pages), limits);
  }

  async #readPages(pages: readonly PageOfViewer[]): Promise<ViewerOfPage[]> {
    const keys = pages.map(({ pollIds }) => pollIds.join(','));
    const found = new Map<string, ReadonlyMap<number, ViewerOfPage>>();
    for (const [key, group] of Map.groupBy(pages, (_, index) => keys[index]!))
      found.set(key, await this.#read(group[0]!.pollIds, [...new Set(group.map(({ viewerId }) => viewerId))]));
    return pages.map(({ viewerId }, index) => found.get(keys[index]!)?.get(viewerId) ?? NONE);
  }

  async #read(pollIds: readonly number[], viewerIds: readonly number[]): Promise<Map<number, ViewerOfPage>> {
    const rows = await this.database.reads.query<ViewerFieldsRow>({
      name: 'viewer-flags',
      text: VIEWER_FIELDS,
      values: [
        `{${pollIds.join(',')}}`,
        `{${viewerIds.join(',')}}`,
        pollIds.reduce((least, id) => Math.min(least, id), Number.MAX_SAFE_INTEGER),
        pollIds.reduce((greatest, id) => Math.max(greatest, id), 0),
      ],
    });
    const found = new Map<
      number,
      { actions: Map<number, ViewerActions>; filtered: boolean; seesRestricted: boolean }
    >();
    for (const { viewerId, pollId, mark } of rows) {
      let viewer = found.get(viewerId);
      if (!viewer) found.set(viewerId, (viewer = { actions: new Map(), filtered: false, seesRestricted: false }));
      if (mark === FILTERED || mark === SEES_RESTRICTED) {
        viewer.filtered = true;
        viewer.seesRestricted ||= mark === SEES_RESTRICTED;
        continue;
      }
      const actions = viewer.actions.get(pollId) ?? { vote: null, liked: false, saved: false, reminded: false };
      viewer.actions.set(pollId, {
        vote: mark >= SEALED_CHOICE ? mark : actions.vote,
        liked: actions.liked || mark === LIKED,
        saved: actions.saved || mark === SAVED,
        reminded: actions.reminded || mark === REMINDED,
      });
    }
    return found;
  }
}
