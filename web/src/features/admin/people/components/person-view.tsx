import { Link } from 'react-router';
import type { PersonDetails } from '@inkling/contracts';
import { Avatar } from '../../../../components/ui/avatar';
import { ButtonLink } from '../../../../components/ui/button';
import { LoadFailed } from '../../../../components/ui/load-failed';
import { ApiFailure } from '../../../../lib/api';
import { t } from '../../../../lib/i18n';
import { formatNumber } from '../../../../lib/i18n/format';
import { useSession } from '../../../../lib/session';
import { shortDay } from '../../../../lib/time';
import { AdminHead, AdminPage } from '../../components/admin-head';
import { Panel } from '../../components/panel';
import { StrokeList } from '../../components/stroke-list';
import { actName } from '../../queue/model/act-words';
import { ruleName } from '../../queue/model/case-words';
import { moment } from '../../queue/model/moment';
import { usePerson } from '../api/people';
import { Account } from './account';
import { PersonStates } from './person-states';
import styles from './person-view.module.css';

const count = (value: number | null): string => (value === null ? '–' : formatNumber(value));

function Numbers({ person }: { person: PersonDetails }) {
  const numbers = [
    [t('adminPeople.polls'), count(person.pollsCount)],
    [t('adminPeople.followers'), count(person.followersCount)],
    [t('adminPeople.following'), count(person.followingCount)],
    [t('adminPeople.sessions'), count(person.sessionsCount)],
  ];
  return (
    <dl className={styles.numbers}>
      {numbers.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Acts({ person: { acts } }: { person: PersonDetails }) {
  if (!acts) return <p className="muted">{t('adminPeople.partMissing')}</p>;
  if (acts.length === 0) return <p className={styles.none}>{t('adminPeople.noActs')}</p>;
  return (
    <StrokeList
      lines={acts.map((act) => ({
        key: act.id,
        line: (
          <>
            <b>{actName(act.act)}</b>, {ruleName(act.rule)}, {moment(act.at)}
            {act.reason && `: ${act.reason}`}{' '}
            {act.undoneAt && <span className="muted">{t('adminCase.actUndone')}</span>}
          </>
        ),
      }))}
    />
  );
}

function Cases({ person: { cases } }: { person: PersonDetails }) {
  if (!cases) return <p className="muted">{t('adminPeople.partMissing')}</p>;
  if (cases.length === 0) return <p className={styles.none}>{t('adminPeople.noCases')}</p>;
  return (
    <StrokeList
      lines={cases.map(({ id, at }) => ({
        key: id,
        line: (
          <Link className="link" to={`/admin/queue/${id}`}>
            {t('adminCase.title', { number: String(id) })}, {shortDay(at)}
          </Link>
        ),
      }))}
    />
  );
}

/** One person: numbers, what was decided about them. Never what they voted. */
export function PersonView({ userId }: { userId: number }) {
  const { user } = useSession();
  const { data, error, isFetching, refetch } = usePerson(userId);
  if (!data)
    return (
      <AdminPage>
        <AdminHead title={t('adminPeople.title')} />
        {error ? (
          <LoadFailed
            title={t(
              error instanceof ApiFailure && error.status === 404 ? 'adminPeople.unknown' : 'adminPeople.personFailed',
            )}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <div className={`pulse ${styles.wait}`} role="status" aria-label={t('ui.loading')} />
        )}
      </AdminPage>
    );
  return (
    <AdminPage>
      <AdminHead title={data.name}>
        <ButtonLink variant="line" size="s" to={`/admin/log?person=${data.id}`}>
          {t('adminPeople.seeLog')}
        </ButtonLink>
        <ButtonLink variant="line" size="s" to={`/profile/${data.id}`}>
          {t('adminPeople.seeProfile')}
        </ButtonLink>
      </AdminHead>
      <div className={styles.root}>
        <div className={styles.column}>
          <Panel title={t('adminPeople.person')}>
            <div className={styles.who}>
              <Avatar user={data} size={64} />
              <div>
                <p>{data.username ? `@${data.username}` : data.name}</p>
                <p className="fine">
                  {t('adminCase.joined', { day: shortDay(data.since) })}
                  {data.email && ` · ${data.email}`}
                </p>
                <PersonStates person={data} />
              </div>
            </div>
            <Numbers person={data} />
            <p className="fine">{t('adminCase.totalsOnly')}</p>
          </Panel>
          <Panel title={t('adminPeople.acts')}>
            <Acts person={data} />
          </Panel>
          <Panel title={t('adminPeople.cases')}>
            <Cases person={data} />
          </Panel>
        </div>
        <div className={styles.column}>{user?.role === 'administrator' && <Account person={data} />}</div>
      </div>
    </AdminPage>
  );
}
