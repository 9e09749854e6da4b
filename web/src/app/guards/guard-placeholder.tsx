import { t } from '../../lib/i18n';

/** Opacity of each card, so that the list fades out below. */
const FADE = [1, 0.7, 0.45, 0.2];

/** The pulsing placeholder while the session loads (spec 4, Access guard): the shell's columns and four cards. */
export function GuardPlaceholder() {
  return (
    <div className="shell" role="status" aria-label={t('ui.loading')}>
      <div className="side" />
      <div>
        <div className="main">
          <div className="content guard-column" aria-hidden="true">
            {FADE.map((opacity) => (
              <div key={opacity} className="poll skel" style={{ opacity }}>
                <div className="poll-head">
                  <span className="pulse skel-face" />
                  <div className="skel-lines">
                    <span className="pulse skel-name" />
                    <span className="pulse skel-sub" />
                  </div>
                </div>
                <div className="skel-question">
                  <span className="pulse" />
                  <span className="pulse" />
                </div>
                <div className="results">
                  <span className="pulse skel-option" />
                  <span className="pulse skel-option" />
                </div>
                <div className="perf" />
                <div className="skel-stub" />
              </div>
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}
