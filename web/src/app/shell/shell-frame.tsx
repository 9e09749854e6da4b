import { Icon } from '../../components/ui/icon';
import { Logo } from '../../components/ui/logo';
import { RecentWait } from '../../features/feed/components/recent-wait';
import { PollSkeleton, PollSkeletons } from '../../features/polls/components/poll-skeleton';
import { headOf, isMarked, PLACES, type Place } from './places';
import styles from './shell.module.css';
import strip from '../../features/feed/components/recent.module.css';
import page from '../../features/polls/poll-page.module.css';

/** Icons under the navigation of the sidebar. */
const FOOT = ['sliders', 'invite', 'logout'] as const;

/** The column of cards before any card has loaded. */
export const CardsWait = () => (
  <div className="feed">
    <div className="stack bleed">
      <PollSkeletons />
    </div>
  </div>
);

function Feed() {
  return (
    <div className="content">
      <div className={strip.root}>
        <div className={styles.heading} />
        <ul>
          <RecentWait />
        </ul>
      </div>
      <CardsWait />
    </div>
  );
}

function OnePoll() {
  return (
    <div className="content">
      <div className="feed">
        <div>
          <div className={page.backRow}>
            <span className="icon-btn">
              <Icon name="back" />
            </span>
          </div>
          <div className="stack bleed">
            <PollSkeleton />
          </div>
        </div>
      </div>
    </div>
  );
}

const Other = () => (
  <div className="content">
    <div className="page-head">
      <span className={`pulse ${styles.title}`} />
    </div>
    <div className={`pulse ${styles.block}`} />
  </div>
);

/**
 * The shell while only the address is known: no words, since the language is unknown, and no person. Callers make it
 * inert, because its controls do nothing.
 */
export function ShellFrame({ pathname }: { pathname: string }) {
  const head = headOf(pathname);
  return (
    <>
      <div className={styles.root}>
        <div className={styles.side}>
          <Logo />
          <div className={styles.nav}>
            {PLACES.map(({ path, icon }) => (
              <a key={path} href={path}>
                <Icon name={icon} />
              </a>
            ))}
          </div>
          <div className={styles.foot}>
            <div className={styles.me}>
              <span className="ava pulse" />
            </div>
            <div className={styles.nav}>
              {FOOT.map((icon) => (
                <button key={icon} type="button">
                  <Icon name={icon} />
                </button>
              ))}
            </div>
          </div>
        </div>
        <div>
          {head && (
            <div className={styles.head}>
              <Logo />
              {head === 'feed' && (
                <span className="icon-btn">
                  <Icon name="theme" size="m" />
                </span>
              )}
            </div>
          )}
          <div className="main">
            {pathname === '/home' ? <Feed /> : pathname.startsWith('/poll/') ? <OnePoll /> : <Other />}
          </div>
        </div>
      </div>
      <div className={styles.bar}>
        {PLACES.map((place: Place) => {
          const { path, icon, make } = place;
          return (
            <a
              key={path}
              href={path}
              className={[isMarked(place, pathname) && styles.isOn, make && styles.make].filter(Boolean).join(' ')}
            >
              <i>
                <Icon name={make ? 'plus' : icon} />
              </i>
            </a>
          );
        })}
      </div>
    </>
  );
}
