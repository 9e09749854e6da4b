import { useEffect, useState } from 'react';
import * as Toast from 'radix-ui/toast';
import { announce } from '../../lib/announcer';
import { dismissToast, type ShownToast } from '../../lib/toast';
import { t } from '../../lib/i18n';
import { Icon } from './icon';

/** Milliseconds and pixels (spec 9: toast time, toast swipe). */
const DURATION = 5000;
const SWIPE = 50;

/** The one visible message, bottom right; on a phone above the bar. A swipe to the right or Escape takes it away. */
export default function ToastViewport({ shown }: { shown: ShownToast | null }) {
  const [last, setLast] = useState(shown);
  // The library's own live regions go into a part that is not in the page: the one region says it, once.
  const [unheard] = useState(() => document.createElement('div'));
  // The message that leaves stays until its animation has ended.
  if (shown && shown !== last) setLast(shown);
  useEffect(() => {
    if (shown) announce([shown.title, shown.description].filter(Boolean).join('. '));
  }, [shown]);
  const bad = last?.variant === 'destructive';
  return (
    <Toast.Provider announcerContainer={unheard} duration={DURATION} swipeDirection="right" swipeThreshold={SWIPE}>
      {last && (
        <Toast.Root
          key={last.id}
          className={bad ? 'toast is-bad' : 'toast'}
          type={bad ? 'foreground' : 'background'}
          open={shown?.id === last.id}
          onOpenChange={(open) => !open && dismissToast(last.id)}
        >
          <span className="seal" aria-hidden="true">
            <Icon name={bad ? 'alert' : 'check'} size="m" />
          </span>
          <div>
            <Toast.Title asChild>
              <b>{last.title}</b>
            </Toast.Title>
            {last.description && (
              <Toast.Description asChild>
                <span>{last.description}</span>
              </Toast.Description>
            )}
          </div>
          <Toast.Close className="icon-btn" aria-label={t('ui.dismiss')}>
            <Icon name="close" size="s" />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport className="float" />
    </Toast.Provider>
  );
}
