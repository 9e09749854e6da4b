import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { CaseView } from '@inkling/contracts';
import { Icon } from '../../../../components/ui/icon';
import { t } from '../../../../lib/i18n';
import { usePageTitle } from '../../../../lib/page-title';
import { longAgo } from '../../../../lib/relative-time';
import { Panel } from '../../components/panel';
import { StateTag } from '../../components/state-tag';
import { StrokeList } from '../../components/stroke-list';
import { actorName, whatHappened } from '../../log/model/log-words';
import { flagName, ruleName } from '../model/case-words';
import { changedTexts, pictureChanged } from '../model/content-words';
import { moment } from '../model/moment';
import { AsReported } from './as-reported';
import { Earlier, ReporterWords } from './case-panels';
import { ReportedContent } from './reported-content';
import { TallyStrokes } from './tally-strokes';
import styles from './case-page.module.css';

function Reported({ view: { reported, current, author, object } }: { view: CaseView }) {
  if (!reported) return <p className={styles.gone}>{t('adminCase.snapshotGone')}</p>;
  const { content, at } = reported;
  const since = !current
    ? t('adminCase.goneNow')
    : pictureChanged(content, current)
      ? t('adminCase.otherPicture')
      : undefined;
  return (
    <AsReported
      id={object.id}
      author={content.author ?? author}
      about={[
        content.author?.username && `@${content.author.username}`,
        'createdAt' in content && moment(content.createdAt),
      ]
        .filter(Boolean)
        .join(' · ')}
      changes={current ? changedTexts(content, current) : []}
      note={since}
    >
      <ReportedContent
        content={content}
        at={at}
        question={current && 'question' in current ? current.question : null}
      />
    </AsReported>
  );
}

/** The head of a case: rule, number of reports, age, and who has it open. */
function Top({ view }: { view: CaseView }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { id, reportsCount, rule, flags, openedAt, taken } = view;
  // The next case begins at its heading, for screen readers as well.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [id]);
  return (
    <div className={styles.top}>
      <h1 ref={heading} id={`case-${id}`} tabIndex={-1}>
        {t('adminCase.title', { number: String(id) })}
      </h1>
      {reportsCount > 0 && <StateTag weight="plain">{ruleName(rule)}</StateTag>}
      {reportsCount > 0 && (
        <StateTag weight="plain">
          <TallyStrokes count={reportsCount} /> {t('adminQueue.reports', { count: reportsCount })}
        </StateTag>
      )}
      {flags.map((flag) => (
        <StateTag key={flag.kind} weight="plain" icon="alert">
          {flagName(flag)}
        </StateTag>
      ))}
      <StateTag weight="warn">{longAgo(openedAt)}</StateTag>
      {taken && (
        <span className={styles.taken}>
          <StateTag weight="plain" icon="user">
            {taken.mine
              ? t('adminCase.youHaveIt')
              : t('adminCase.somebodyHasIt', { name: taken.by?.name ?? t('adminLog.aModerator') })}
          </StateTag>
        </span>
      )}
    </div>
  );
}

/** One case: what was reported, by how many and why, earlier decisions, and the form to decide it. */
export function CasePage({ view, children }: { view: CaseView; children: ReactNode }) {
  const { id, log } = view;
  usePageTitle(t('adminCase.title', { number: String(id) }));
  return (
    <section className={styles.root} aria-labelledby={`case-${id}`}>
      <Link className={`btn btn-line btn-s ${styles.back}`} to="/admin/queue">
        <Icon name="back" size="s" />
        {t('admin.queue')}
      </Link>
      <Top view={view} />
      <div className={styles.grid}>
        <div className={styles.column}>
          <Reported view={view} />
          <ReporterWords view={view} />
          <Earlier view={view} />
        </div>
        <div className={styles.column}>
          {children}
          <Panel title={t('adminCase.log')}>
            <StrokeList
              lines={log.map((entry) => ({
                key: entry.id,
                line: (
                  <>
                    {moment(entry.at)} <b>{whatHappened(entry)}</b>, {actorName(entry)}
                  </>
                ),
              }))}
            />
          </Panel>
        </div>
      </div>
    </section>
  );
}
