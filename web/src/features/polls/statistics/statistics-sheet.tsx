import { useId, type ReactNode, type RefObject } from 'react';
import type { Poll, PollStatistics } from '@inkling/contracts';
import { Button } from '../../../components/ui/button';
import { LoadFailed } from '../../../components/ui/load-failed';
import { Sheet } from '../../../components/ui/sheet';
import { Spinner } from '../../../components/ui/spinner';
import { register, t } from '../../../lib/i18n';
import { statistics as strings } from '../../../lib/i18n/en/statistics';
import { formatNumber, formatPercent } from '../../../lib/i18n/format';
import { useDownloadResults, useStatistics, type ResultsFormat } from '../api/statistics';
import '../../../lib/i18n/poll-strings';
import { inkOf } from '../model/appearance';
import { TotalsChart } from './totals-chart';
import styles from './statistics-sheet.module.css';

register({ statistics: strings });

const FORMATS = { csv: 'statistics.csv', json: 'statistics.json', png: 'statistics.picture' } as const;

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}

/** There is a curve once a point lies between the beginning and the total. */
const hasCurve = ({ totals }: PollStatistics): boolean => totals !== null && totals.points.length > 2;

function timeNote(statistics: PollStatistics) {
  if (statistics.sealed) return 'statistics.sealedTime';
  if (hasCurve(statistics)) return 'statistics.inGroups';
  return statistics.ended ? 'statistics.tooShort' : 'statistics.fewVotes';
}

function OverTime({ statistics }: { statistics: PollStatistics }) {
  const { totals, votesCount, abstentionsCount } = statistics;
  return (
    <Part title={t('statistics.time')}>
      <p className={styles.big}>
        {t('polls.votes', { count: votesCount })}
        {abstentionsCount > 0 && <small>{t('polls.abstained', { count: abstentionsCount })}</small>}
      </p>
      {totals && hasCurve(statistics) && <TotalsChart totals={totals} />}
      <p className={styles.note}>{t(timeNote(statistics))}</p>
    </Part>
  );
}

/** Counts of views come in steps of five. */
const viewsText = (count: number): string =>
  count === 0 ? t('statistics.few') : t('statistics.atLeast', { count: formatNumber(count) });

function Views({ views }: Pick<PollStatistics, 'views'>) {
  return (
    <Part title={t('statistics.views')}>
      <dl className={styles.figures}>
        <div>
          <dt>{t('statistics.page')}</dt>
          <dd>{viewsText(views.page)}</dd>
        </div>
        <div>
          <dt>{t('statistics.feed')}</dt>
          <dd>{viewsText(views.feed)}</dd>
        </div>
      </dl>
      <p className={styles.note}>{t('statistics.viewsText')}</p>
    </Part>
  );
}

/** "35%", or the range in which the share is. */
export function shareText({ least, most }: { least: number; most: number }): string {
  if (least === most) return formatPercent(least);
  if (least === 0 && most === 100) return t('statistics.untold');
  if (least === 0) return t('statistics.upTo', { percent: formatPercent(most) });
  if (most === 100) return t('statistics.from', { percent: formatPercent(least) });
  return t('statistics.between', { least: formatPercent(least), most: formatPercent(most) });
}

function Commenters({ commenters, sealed, ended }: PollStatistics) {
  const why = sealed ? 'statistics.sealedCommenters' : 'statistics.soon';
  return (
    <Part title={t('statistics.commenters')}>
      {commenters ? (
        <>
          <p className={styles.big}>{shareText(commenters)}</p>
          <p className={styles.note}>
            {commenters.people === 0
              ? t('statistics.nobody')
              : `${t('statistics.people', { count: commenters.people })} ${t(ended ? 'statistics.ended' : 'statistics.open')}`}
          </p>
        </>
      ) : (
        <p className={styles.note}>{t(why)}</p>
      )}
    </Part>
  );
}

function Downloads({ poll }: { poll: Poll }) {
  const { mutate, isPending } = useDownloadResults(poll.id);
  if (!poll.resultsVisible)
    return (
      <Part title={t('statistics.download')}>
        <p className={styles.note}>{t('statistics.notYet')}</p>
      </Part>
    );
  return (
    <Part title={t('statistics.download')}>
      <div className={styles.downloads}>
        {(Object.keys(FORMATS) as ResultsFormat[]).map((format) => (
          <Button key={format} variant="line" disabled={isPending} onClick={() => mutate(format)}>
            {t(FORMATS[format])}
          </Button>
        ))}
      </div>
    </Part>
  );
}

/** The parts of the sheet, or that they cannot be loaded. */
export function Statistics({ poll }: { poll: Poll }) {
  const { data, isFetching, isError, refetch } = useStatistics(poll.id);
  if (isError && !data)
    return <LoadFailed title={t('statistics.failed')} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Spinner />;
  return (
    <div className={styles.root} data-ink={inkOf(poll.id)}>
      <OverTime statistics={data} />
      <Views views={data.views} />
      <Commenters {...data} />
      <Downloads poll={poll} />
    </div>
  );
}

interface StatisticsSheetProps {
  poll: Poll;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  returnTo: RefObject<HTMLElement | null>;
}

/** What only its author sees of a poll (docs/product.md#statistics). */
export function StatisticsSheet({ poll, open, onOpenChange, returnTo }: StatisticsSheetProps) {
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      returnTo={returnTo}
      closable
      title={t('statistics.title')}
      description={t('statistics.text')}
    >
      {open && <Statistics poll={poll} />}
    </Sheet>
  );
}
