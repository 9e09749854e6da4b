import { Link } from 'react-router';
import type { PersonDetails, User } from '@inkling/contracts';
import { Avatar } from '../../../../components/ui/avatar';
import { ButtonLink } from '../../../../components/ui/button';
import { LoadFailed } from '../../../../components/ui/load-failed';
import { ApiFailure } from '../../../../lib/api';
import { t } from '../../../../lib/i18n';
import { useSession } from '../../../../lib/session';
import { shortDay } from '../../../../lib/time';
import { AdminHead, AdminPage } from '../../components/admin-head';
import { Panel } from '../../components/panel';
import { StrokeList } from '../../components/stroke-list';
import { countOrDash } from '../../model/count-or-dash';
import { ActLine } from '../../queue/components/act-line';
import { doneName } from '../../queue/model/act-words';
import { ruleName, titleOf } from '../../queue/model/case-words';
import { usePerson } from '../api/people';
import { Account } from './account';
import { PersonAct } from './person-act';
import { PersonStates } from './person-states';
import styles from './person-view.module.css';

function Numbers({ person }: { person: PersonDetails }) {
  const numbers = [
    [t('adminPeople.polls'), countOrDash(person.pollsCount)],
    [t('adminPeople.followers'), countOrDash(person.followersCount)],
    [t('adminPeople.following'), countOrDash(person.followingCount)],
    [t('adminPeople.sessions'), countOrDash(person.sessionsCount)],
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

interface RecordProps {
  person: PersonDetails;
  /** It is the moderator's own account, about which others decide. */
  own: boolean;
}

function Acts({ person: { acts }, own }: RecordProps) {
  if (own) return <p className={styles.none}>{t('adminPeople.ownActs')}</p>;
  if (!acts) return <p className="muted">{t('adminPeople.partMissing')}</p>;
  if (acts.length === 0) return <p className={styles.none}>{t('adminPeople.noActs')}</p>;
  const lines = acts.map((act) => ({
    key: act.id,
    line: (
      <>
        <ActLine act={act} />
        {act.caseId !== null && (
          <>
            {act.undoable || act.undoneAt !== null ? ' · ' : ' '}
            <Link className="link" to={`/admin/queue/${act.caseId}`}>
              {t('adminLog.caseNumber', { number: String(act.caseId) })}
            </Link>
          </>
        )}
      </>
    ),
  }));
  return <StrokeList lines={lines} />;
}

function Cases({ person: { cases }, own }: RecordProps) {
  if (own) return <p className={styles.none}>{t('adminPeople.ownCases')}</p>;
  if (!cases) return <p className="muted">{t('adminPeople.partMissing')}</p>;
  if (cases.length === 0) return <p className={styles.none}>{t('adminPeople.noCases')}</p>;
  return (
    <StrokeList
      lines={cases.map((each) => ({
        key: each.id,
        line: (
          <Link className={styles.openCase} to={`/admin/queue/${each.id}`}>
            <b>
              {each.outcome
                ? doneName({ act: each.outcome, object: each.object })
                : t(each.decidedAt === null ? 'adminCase.stillOpen' : 'adminCase.closed')}
            </b>
            , <bdi>{titleOf(each)}</bdi>, {ruleName(each.rule)}, {shortDay(each.decidedAt ?? each.openedAt)}
          </Link>
        ),
      }))}
    />
  );
}

/** Nobody decides about themselves, and only administrators about those who have a role (docs/product.md#acts). */
const canDecide = (user: User | null, person: PersonDetails): boolean =>
  user?.id !== person.id && (user?.role === 'administrator' || person.role === 'member');

/** One person: numbers, what was decided about them and what can be. Never what they voted. */
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
            <Acts person={data} own={user?.id === data.id} />
          </Panel>
          <Panel title={t('adminPeople.cases')}>
            <Cases person={data} own={user?.id === data.id} />
          </Panel>
        </div>
        <div className={styles.column}>
          {canDecide(user, data) && <PersonAct person={data} />}
          {user?.role === 'administrator' && <Account person={data} />}
        </div>
      </div>
    </AdminPage>
  );
}
