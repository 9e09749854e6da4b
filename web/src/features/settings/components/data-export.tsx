import { EXPORT_PARTS } from '@inkling/contracts/constants';
import type { DataExport as Export } from '@inkling/contracts';
import { Button } from '../../../components/ui/button';
import { Icon } from '../../../components/ui/icon';
import { t } from '../../../lib/i18n';
import { dateFormat, perLocale } from '../../../lib/i18n/format';
import { useServerConfig } from '../../../lib/server-config';
import { shortDay } from '../../../lib/time';
import { useDataExport, useDeleteExport, useDownloadExport, useRequestExport } from '../api/data-export';
import section from './section.module.css';
import styles from './data-export.module.css';

const timeFormat = dateFormat({ hour: '2-digit', minute: '2-digit' }, 'en-GB');
const sizes = perLocale((tag) => ({
  kilobyte: new Intl.NumberFormat(tag, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }),
  megabyte: new Intl.NumberFormat(tag, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 }),
}));

function sizeOf(bytes: number): string {
  const formats = sizes();
  return bytes < 1e6 ? formats.kilobyte.format(Math.ceil(bytes / 1e3)) : formats.megabyte.format(bytes / 1e6);
}

function Ask({ again = false }: { again?: boolean }) {
  const request = useRequestExport();
  const label = again ? 'dataExport.again' : 'dataExport.ask';
  return (
    <Button variant={again ? 'ink' : 'line'} disabled={request.isPending} onClick={() => request.mutate()}>
      {t(request.isPending ? 'dataExport.asking' : label)}
    </Button>
  );
}

function Making({ made }: { made: Export }) {
  const stop = useDeleteExport(t('dataExport.stopped'));
  const mail = useServerConfig()?.features.mail;
  const time = timeFormat(new Date(made.requestedAt));
  const done = made.parts.length;
  const next = EXPORT_PARTS[done];
  return (
    <>
      <h3>{t('dataExport.making')}</h3>
      <p className="fine">{t(mail ? 'dataExport.askedMailed' : 'dataExport.askedUnmailed', { time })}</p>
      <div
        className={styles.parts}
        data-ink="citron"
        role="progressbar"
        aria-label={t('dataExport.parts')}
        aria-valuemin={0}
        aria-valuemax={EXPORT_PARTS.length}
        aria-valuenow={done}
      >
        {EXPORT_PARTS.map((part, index) => (
          <i key={part} className={index < done ? styles.done : index === done ? styles.half : undefined} />
        ))}
      </div>
      <p className={styles.state} role="status">
        <b>{t('dataExport.done', { done, all: EXPORT_PARTS.length })}</b>{' '}
        {made.trouble
          ? t(made.trouble === 'store' ? 'dataExport.troubleStore' : 'dataExport.troubleService')
          : next
            ? t('dataExport.next', { part: t(`dataExport.part_${next}`) })
            : t('dataExport.last')}
      </p>
      <Button variant="well" block disabled={stop.isPending} onClick={() => stop.mutate()}>
        {t('dataExport.stop')}
      </Button>
    </>
  );
}

function Ready({ made }: { made: Export }) {
  const download = useDownloadExport();
  const remove = useDeleteExport(t('dataExport.removed'));
  const counts = (['polls', 'votes', 'comments', 'media'] as const).map((kind) =>
    t(`dataExport.${kind}`, { count: made.counts[kind] }),
  );
  return (
    <>
      <h3>
        {t('dataExport.ready')} <Icon name="check" size="s" />
      </h3>
      <p className="fine">
        {t('dataExport.holds', { size: sizeOf(made.size ?? 0) })} {counts.join(', ')}.{' '}
        {made.availableUntil && t('dataExport.until', { day: shortDay(made.availableUntil) })}
      </p>
      <div className={styles.actions}>
        <Button block disabled={download.isPending} onClick={() => download.mutate()}>
          <svg className="ic ic-m" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 4v10.5M8 11l4 4 4-4" />
            <path d="M5 15v3a1.7 1.7 0 0 0 1.7 1.7h10.6A1.7 1.7 0 0 0 19 18v-3" />
          </svg>
          {t('dataExport.download')}
        </Button>
        <Button variant="well" block disabled={remove.isPending} onClick={() => remove.mutate()}>
          {t('dataExport.remove')}
        </Button>
      </div>
    </>
  );
}

function Failed({ made }: { made: Export }) {
  return (
    <>
      <h3>{t('dataExport.failedTitle')}</h3>
      <p className={`fine ${styles.last}`}>
        {t(made.trouble === 'store' ? 'dataExport.failedStore' : 'dataExport.failedService')}
      </p>
      <Ask again />
    </>
  );
}

const STATES = { making: Making, ready: Ready, failed: Failed };

/** The file of the user's data: asking for it, how far it is, and the download (docs/product.md#export). */
export function DataExport() {
  const { data, isError, isFetching, refetch } = useDataExport();
  if (isError && !data)
    return (
      <div className={`${styles.root} ${section.failed}`} role="alert">
        <p>{t('dataExport.loadFailed')}</p>
        <Button size="s" variant="line" disabled={isFetching} onClick={() => void refetch()}>
          {t('ui.retry')}
        </Button>
      </div>
    );
  if (!data)
    return (
      <div className={styles.root} role="status" aria-label={t('ui.loading')}>
        <span className={`pulse ${styles.wait}`} />
      </div>
    );
  const State = data.export && STATES[data.export.state];
  return (
    <div className={styles.root}>
      {State && data.export ? (
        <State made={data.export} />
      ) : (
        <>
          <h3>{t('dataExport.title')}</h3>
          <p className={`fine ${styles.last}`}>{t('dataExport.text')}</p>
          <Ask />
        </>
      )}
    </div>
  );
}
