import type { CaseReport, CaseView } from '@inkling/contracts';
import { Link } from 'react-router';
import { ButtonLink } from '../../../../components/ui/button';
import { t, type MessageKey } from '../../../../lib/i18n';
import { shortDay } from '../../../../lib/time';
import { Panel } from '../../components/panel';
import { StrokeList } from '../../components/stroke-list';
import { actName } from '../model/act-words';
import { ruleName } from '../model/case-words';
import { moment } from '../model/moment';
import { Words } from './words';
import styles from './case-panels.module.css';

const MEMBER_FOR: Record<NonNullable<CaseReport['memberFor']>, MessageKey> = {
  day: 'adminCase.memberDay',
  week: 'adminCase.memberWeek',
  month: 'adminCase.memberMonth',
  year: 'adminCase.memberYear',
  longer: 'adminCase.memberLonger',
};

/** How long somebody has been a member, and how their other reports were decided. */
function aboutReporter({ memberFor, decidedReports, ledToAct }: CaseReport): string {
  const facts = [t(memberFor === null ? 'adminCase.deletedPerson' : MEMBER_FOR[memberFor])];
  if (decidedReports > 0) facts.push(t('adminCase.ledToAct', { count: decidedReports, led: ledToAct }));
  return facts.join(' · ');
}

/** What the people wrote who reported it, without their names. */
export function ReporterWords({ view: { reports, reportsCount } }: { view: CaseView }) {
  if (reportsCount === 0) return null;
  const written = reports.filter(({ words }) => words !== null);
  return (
    <Panel
      title={t('adminCase.reporters')}
      ink="coral"
      aside={<span className="muted">{t('adminCase.wrote', { count: written.length, of: reportsCount })}</span>}
    >
      {written.length > 0 && (
        <div className={styles.words}>
          {written.map((report) => (
            <Words key={`${report.at} ${report.words}`} about={`${moment(report.at)} · ${aboutReporter(report)}`}>
              {report.words}
            </Words>
          ))}
        </div>
      )}
    </Panel>
  );
}

/** What has been decided about the same person before. */
export function Earlier({ view: { author, authorTotals, earlier } }: { view: CaseView }) {
  if (!author) return null;
  const lines = earlier.map(({ id, outcome, rule, openedAt, decidedAt }) => ({
    key: `case ${id}`,
    line: (
      <Link className={styles.earlier} to={`/admin/queue/${id}`}>
        <b>{outcome ? actName(outcome) : t('adminCase.stillOpen')}</b>, {ruleName(rule)},{' '}
        {shortDay(decidedAt ?? openedAt)}
      </Link>
    ),
  }));
  const joined = t('adminCase.joined', { day: shortDay(author.joinedAt) });
  const totals = authorTotals && [
    t('adminCase.totalPolls', { count: authorTotals.polls }),
    t('adminCase.totalComments', { count: authorTotals.comments }),
  ];
  return (
    <Panel
      title={t('adminCase.earlier', { name: author.username ? `@${author.username}` : author.name })}
      aside={
        <ButtonLink variant="line" size="s" to={`/admin/people/${author.id}`}>
          {t('adminCase.seePerson')}
        </ButtonLink>
      }
    >
      <StrokeList lines={[...lines, { key: 'member', line: [joined, ...(totals ?? [])].join(', ') }]} />
      <p className="fine">{t('adminCase.totalsOnly')}</p>
    </Panel>
  );
}
