import styles from './poll-skeleton.module.css';

/** A card's outline without its content. */
export function PollSkeleton({ opacity = 1 }: { opacity?: number }) {
  return (
    <div className={`poll ${styles.root}`} aria-hidden="true" style={{ opacity }}>
      <div className="poll-head">
        <span className="pulse skel-face" />
        <div className="skel-lines">
          <span className="pulse skel-name" />
          <span className="pulse skel-sub" />
        </div>
      </div>
      <div>
        <span className="pulse" />
        <span className="pulse" />
      </div>
      <div className="results">
        <span className="pulse" />
        <span className="pulse" />
      </div>
      <div className="perf" />
      <div />
    </div>
  );
}

const FADE = [1, 0.7, 0.45, 0.2];

/** Four cards, each paler than the one before. */
export function PollSkeletons() {
  return FADE.map((opacity) => <PollSkeleton key={opacity} opacity={opacity} />);
}
