import { useDeferredValue, useState } from 'react';
import { Link, useParams } from 'react-router';
import { Avatar } from '../../../components/ui/avatar';
import { Button } from '../../../components/ui/button';
import { Field } from '../../../components/ui/field';
import { LoadFailed } from '../../../components/ui/load-failed';
import { t } from '../../../lib/i18n';
import { useSession } from '../../../lib/session';
import { shortDay } from '../../../lib/time';
import { AdminHead, AdminPage } from '../components/admin-head';
import { usePeople } from './api/people';
import { PersonStates } from './components/person-states';
import { PersonView } from './components/person-view';
import styles from './people-page.module.css';
import '../queue/strings';
import './strings';

function People() {
  const { user } = useSession();
  const [words, setWords] = useState('');
  const people = usePeople(useDeferredValue(words.trim()));
  const list = people.data?.pages.flatMap((page) => page.people);
  return (
    <AdminPage>
      <AdminHead title={t('adminPeople.title')} />
      <div className={styles.search} role="search">
        <Field
          type="search"
          label={t('adminPeople.search')}
          hint={t(user?.role === 'administrator' ? 'adminPeople.hintAddress' : 'adminPeople.hint')}
          maxLength={200}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      {list ? (
        <ul className={styles.list} aria-label={t('adminPeople.title')}>
          {list.map((person) => (
            <li key={person.id}>
              <Avatar user={person} />
              <Link className="who" to={`/admin/people/${person.id}`}>
                <span className="who-name">
                  <bdi>{person.name}</bdi>
                </span>
                <span className="who-sub">
                  {[
                    person.username && `@${person.username}`,
                    t('adminCase.joined', { day: shortDay(person.since) }),
                    person.email,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </Link>
              <PersonStates person={person} />
            </li>
          ))}
        </ul>
      ) : people.isError ? (
        <LoadFailed
          title={t('adminPeople.listFailed')}
          busy={people.isFetching}
          onRetry={() => void people.refetch()}
        />
      ) : (
        <div className={`pulse ${styles.wait}`} role="status" aria-label={t('ui.loading')} />
      )}
      {list?.length === 0 && <p className="muted">{t('adminPeople.none')}</p>}
      {people.hasNextPage && (
        <Button
          variant="line"
          size="s"
          disabled={people.isFetchingNextPage}
          onClick={() => void people.fetchNextPage()}
        >
          {t('adminQueue.more')}
        </Button>
      )}
    </AdminPage>
  );
}

/** `/admin/people`: everyone, by search; `/admin/people/{userId}`: one of them. */
export default function PeoplePage() {
  const { userId } = useParams();
  return userId !== undefined && /^[1-9]\d{0,15}$/.test(userId) ? (
    <PersonView key={userId} userId={Number(userId)} />
  ) : (
    <People />
  );
}
