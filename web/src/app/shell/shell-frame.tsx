import { Icon } from '../../components/ui/icon';
import { Logo } from '../../components/ui/logo';
import { RecentWait } from '../../features/feed/components/recent-wait';
import { PollSkeleton, PollSkeletons } from '../../features/polls/components/poll-skeleton';
import { headOf, isMarked, PLACES, type Place } from './places';
import './shell-frame.css';

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
    <div className="content home">
      <div className="recent">
        <div className="frame-heading" />
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
      <div className="feed poll-page">
        <div>
          <div className="back-row">
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
      <span className="pulse frame-title" />
    </div>
    <div className="pulse frame-block" />
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
      <div className="shell">
        <div className="side">
          <Logo />
          <div className="nav">
            {PLACES.map(({ path, icon }) => (
              <a key={path} href={path}>
                <Icon name={icon} />
              </a>
            ))}
          </div>
          <div className="side-foot">
            <div className="side-me">
              <span className="ava pulse" />
            </div>
            <div className="nav">
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
            <div className="m-head">
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
      <div className="m-bar">
        {PLACES.map((place: Place) => {
          const { path, icon, make } = place;
          return (
            <a
              key={path}
              href={path}
              className={[isMarked(place, pathname) && 'is-on', make && 'make'].filter(Boolean).join(' ')}
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
