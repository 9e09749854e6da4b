import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { Toast } from '@base-ui/react/toast';
import { announce } from '../../lib/announcer';
import { t } from '../../lib/i18n';
import { dismissToast, type ShownToast } from '../../lib/toast';
import { Icon } from './icon';
import { liftOf, tappableBoxes } from './toast-place';
import { useSwipeRight } from './use-swipe-right';
import styles from './toast.module.css';

/**
 * Milliseconds on screen; paused while the pointer or the focus is on it, and while the window is in the background.
 */
const DURATION = 5000;
/** Pixels at the top that a phone's header takes. */
const CEILING = 80;
const PHONE = '(max-width: 1023px)';
/** Only one message shows, so a new one replaces the last. */
const ID = 'message';

/** The one visible message, bottom right; on a phone above the bar, where it covers nothing that one may tap next. */
export default function ToastViewport({ shown }: { shown: ShownToast | null }) {
  const [manager] = useState(() => Toast.createToastManager<ShownToast>());
  useEffect(() => {
    const close = () => shown && dismissToast(shown.id);
    if (shown) manager.add({ id: ID, data: shown, timeout: shown.duration ?? DURATION, onClose: close });
    else manager.close(ID);
  }, [manager, shown]);
  useEffect(() => {
    if (shown) announce([shown.title, shown.description].filter(Boolean).join('. '));
  }, [shown]);
  return (
    <Toast.Provider toastManager={manager} timeout={DURATION} limit={1}>
      <Messages />
    </Toast.Provider>
  );
}

function Messages() {
  const { toasts } = Toast.useToastManager<ShownToast>();
  const viewport = useRef<HTMLDivElement>(null);
  useClearPlace(viewport, toasts[0]?.data);
  return (
    // The announcer has already read the message to screen readers; this region would repeat it.
    <Toast.Viewport ref={viewport} className={styles.float} aria-live="off" aria-label={t('ui.messages')}>
      {toasts.map((toast) => toast.data && <Message key={toast.data.id} toast={toast} message={toast.data} />)}
    </Toast.Viewport>
  );
}

function Message({ toast, message }: { toast: Toast.Root.ToastObject<ShownToast>; message: ShownToast }) {
  const { close } = Toast.useToastManager();
  const swipe = useSwipeRight(() => close(toast.id));
  const bad = message.variant === 'destructive';
  return (
    // The library's own swipe triggers at 40 pixels and cannot be configured.
    <Toast.Root
      toast={toast}
      swipeDirection={[]}
      className={bad ? `${styles.root} ${styles.isBad}` : styles.root}
      {...swipe}
    >
      <span className={styles.seal} aria-hidden="true">
        <Icon name={bad ? 'alert' : 'check'} size="m" />
      </span>
      <div>
        <Toast.Title render={<b />}>{message.title}</Toast.Title>
        {message.description && <Toast.Description render={<span />}>{message.description}</Toast.Description>}
      </div>
      {message.action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            message.action?.onPress();
            close(toast.id);
          }}
        >
          {message.action.label}
          {message.action.key && <kbd aria-hidden="true">{message.action.key}</kbd>}
        </button>
      )}
      {/* The library hides the region until a message has the focus; screen readers must be able to reach it at any
         time. */}
      <Toast.Close className="icon-btn" aria-hidden={false} aria-label={t('ui.dismiss')}>
        <Icon name="close" size="s" />
      </Toast.Close>
    </Toast.Root>
  );
}

/** Lifts the message on a phone until it is clear of what can be tapped, and again after each scroll and each sheet. */
function useClearPlace(viewport: RefObject<HTMLDivElement | null>, message: ShownToast | undefined): void {
  useLayoutEffect(() => {
    const element = viewport.current;
    if (!element || !message) return undefined;
    const place = () => {
      const { left, right, height } = element.getBoundingClientRect();
      const bottom = innerHeight - parseFloat(getComputedStyle(element).bottom);
      const usual = { left, right, top: bottom - height, bottom };
      const lift = matchMedia(PHONE).matches ? liftOf(usual, tappableBoxes(element), CEILING) : 0;
      element.style.setProperty('--lift', `${lift}px`);
    };
    place();
    // The reason for the message may still change the page: a vote turns options into results.
    const frame = requestAnimationFrame(place);
    // Sheets and dialogs are children of the body, and open with an animation.
    const overlays = new MutationObserver(place);
    overlays.observe(document.body, { childList: true });
    addEventListener('transitionend', place);
    addEventListener('scrollend', place);
    addEventListener('resize', place);
    return () => {
      cancelAnimationFrame(frame);
      overlays.disconnect();
      removeEventListener('transitionend', place);
      removeEventListener('scrollend', place);
      removeEventListener('resize', place);
    };
  }, [viewport, message]);
}
