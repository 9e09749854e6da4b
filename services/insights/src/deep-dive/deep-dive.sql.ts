import type { Insights } from '@inkling/contracts';
import type { PollWording } from '../polls/poll-lookup.js';

/** A poll, its Deep Dive and its lease. */
export interface DeepDiveState {
  /** Null if the poll's event has not arrived yet. */
  readonly poll: (PollWording & { readonly forFollowers: boolean; readonly deleted: boolean }) | null;
  /**
   * Null if there is no Deep Dive. The text is empty if the source found nothing. While it is `fresh`, no other one is
   * written; an empty one is no longer fresh when the installation changes its kind of source.
   */
  readonly stored:
    (Pick<Insights, 'insights' | 'sources' | 'generatedAt' | 'kind' | 'passages'> & { readonly fresh: boolean }) | null;
  /** `held`: the holder is writing. `failed`: the holder has failed. Neither: the holder has crashed. */
  readonly lease: { readonly token: string; readonly held: boolean; readonly failed: boolean } | null;
}

/**
 * The state of one poll. SQL, because one statement reads three rows as they are at one moment, each as JSON or null.
 * `$1` poll id, `$2` maximum age in days, `$3` kind of source.
 */
export const DEEP_DIVE_STATE = `
  select
    case when p.poll_id is not null then json_build_object(
      'question', p.question, 'options', p.options, 'forFollowers', p.for_followers, 'deleted', p.deleted
    ) end as poll,
    case when d.poll_id is not null then json_build_object(
      'insights', d.body, 'sources', d.sources, 'kind', d.kind, 'passages', d.passages,
      'generatedAt', to_char(d.generated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'fresh', d.generated_at > clock_timestamp() - make_interval(days => $2) and (d.body <> '' or d.kind = $3)
    ) end as stored,
    case when l.poll_id is not null then json_build_object(
      'token', l.token, 'held', l.expires_at > clock_timestamp() and not l.failed, 'failed', l.failed
    ) end as lease
  from (select $1::bigint as poll_id) asked
    left join polls p using (poll_id) left join deep_dives d using (poll_id) left join leases l using (poll_id)`;
