import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { AppealSheet } from '../../components/appeal/appeal-sheet';
import { Button } from '../../components/ui/button';
import { call, routes } from '../../lib/api';
import { t } from '../../lib/i18n';
import { shortDay } from '../../lib/time';
import styles from './suspended-route.module.css';

/** Offers the appeal against a suspension while it is possible, and shows the answer to one that was made. */
export function SuspensionAppeal({ actId }: { actId: number }) {
  const { data: act, isError } = useQuery({
    queryKey: [routes.ownAct, actId],
    queryFn: ({ signal }) => call(routes.ownAct, { params: { actId }, signal }),
  });
  const place = useRef<HTMLDivElement>(null);
  const returnTo = useRef<HTMLElement>(null);
  const [appealing, setAppealing] = useState(false);
  const decision = act?.appeal?.decision;
  return (
    <div ref={place} tabIndex={-1} className={styles.appeal}>
      {act?.open && (
        <Button
          block
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => {
            returnTo.current = currentTarget;
            setAppealing(true);
          }}
        >
          {t('suspended.appeal')}
        </Button>
      )}
      {act?.open && act.appealUntil && (
        <p className="fine">{t('suspended.appealUntil', { day: shortDay(act.appealUntil) })}</p>
      )}
      {act?.appeal && !decision && <p>{t('suspended.appealed', { day: shortDay(act.appeal.at) })}</p>}
      {decision?.upheld && (
        <>
          <p>{t('suspended.upheld')}</p>
          {decision.reason && (
            <blockquote className={styles.quote} data-ink="coral">
              <span dir="auto">{decision.reason}</span>
              <cite>{t('suspended.moderators')}</cite>
            </blockquote>
          )}
        </>
      )}
      {isError && <p className="fine">{t('suspended.appealAway')}</p>}
      {act && (
        <AppealSheet
          actId={actId}
          open={appealing}
          onOpenChange={setAppealing}
          returnTo={returnTo}
          onSent={() => {
            returnTo.current = place.current;
          }}
        />
      )}
    </div>
  );
}
