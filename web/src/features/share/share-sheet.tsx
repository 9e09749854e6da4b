import { useState, type ReactNode } from 'react';
import { Tabs } from '@base-ui/react/tabs';
import { INKS } from '@inkling/contracts/constants';
import { Button } from '../../components/ui/button';
import { Dialog } from '../../components/ui/dialog';
import { Icon } from '../../components/ui/icon';
import { Sheet } from '../../components/ui/sheet';
import { useCopied } from '../../lib/clipboard';
import { t } from '../../lib/i18n';
import type { SharedPoll } from '../../lib/share';
import { timeLeft } from '../../lib/time';
import { toast } from '../../lib/toast';
import { EmbedPanel } from './components/embed-panel';
import { PicturePanel } from './components/picture-panel';
import { QrPanel } from './components/qr-panel';
import '../../lib/i18n/poll-strings';
import './strings';
import styles from './share-sheet.module.css';

const WAYS = [
  { way: 'qr', icon: 'qr' },
  { way: 'picture', icon: 'image' },
  { way: 'embed', icon: 'code' },
] as const;

const isPhone = (): boolean => typeof matchMedia === 'function' && matchMedia('(max-width: 639px)').matches;

/** Hands the poll to the system's own share function. */
async function shareBySystem(title: string, text: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, text, url });
  } catch (error) {
    // Closing the system's sheet is a decision, not a failure.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast({ title: t('share.systemFailed'), variant: 'destructive' });
  }
}

function LinkRow({ poll, address }: { poll: SharedPoll; address: string }) {
  const { copied, copy } = useCopied();
  const copyLink = async () => {
    if (await copy(`${t('polls.shareText', { question: poll.question })} ${address}`))
      toast({ title: t('polls.linkCopied'), description: t('polls.linkCopiedText') });
    else toast({ title: t('polls.shareFailed'), variant: 'destructive' });
  };
  return (
    <div className={`input ${styles.link}`}>
      <Icon name="link" size="m" />
      <input
        readOnly
        dir="ltr"
        value={address}
        aria-label={t('share.link')}
        onFocus={(event) => event.target.select()}
      />
      <Button size="s" onClick={() => void copyLink()}>
        {copied && <Icon name="check" size="s" />}
        {t(copied ? 'share.copied' : 'share.copy')}
      </Button>
    </div>
  );
}

function Ways({ poll, address }: { poll: SharedPoll; address: string }) {
  const name = `inkling-poll-${poll.id}`;
  const panels: Record<(typeof WAYS)[number]['way'], ReactNode> = {
    qr: <QrPanel address={address} name={name} />,
    picture: <PicturePanel pollId={poll.id} question={poll.question} name={name} />,
    embed: <EmbedPanel poll={poll} />,
  };
  // A poll for followers has neither a card nor a frame for other sites.
  const ways = poll.visibility === 'followers' ? WAYS.filter(({ way }) => way === 'qr') : WAYS;
  const system = typeof navigator.share === 'function';
  const text = t('polls.shareText', { question: poll.question });
  return (
    <Tabs.Root defaultValue="qr">
      <div className={system ? `${styles.ways} ${styles.hasSystem}` : styles.ways}>
        <Tabs.List className={styles.tabs} aria-label={t('share.ways')}>
          {ways.map(({ way, icon }) => (
            <Tabs.Tab key={way} value={way} className={styles.way}>
              <Icon name={icon} />
              {t(`share.${way}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {system && (
          <button type="button" className={styles.way} onClick={() => void shareBySystem(poll.question, text, address)}>
            <Icon name="share" />
            {t('share.more')}
          </button>
        )}
      </div>
      {ways.map(({ way }) => (
        <Tabs.Panel key={way} value={way} className={styles.panel}>
          {panels[way]}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

function description({ published, user, endDate }: SharedPoll): string | undefined {
  if (published) return endDate === null ? t('share.openForever') : t('share.open', { left: timeLeft(endDate) });
  return user ? t('share.by', { name: user.name }) : undefined;
}

interface ShareSheetProps {
  shared: SharedPoll;
  onClose: () => void;
}

/** Link, QR code, picture and embed code of a poll: a sheet on a phone, else a dialog. */
export default function ShareSheet({ shared, onClose }: ShareSheetProps) {
  const [open, setOpen] = useState(true);
  const [phone] = useState(isPhone);
  const address = `${location.origin}/poll/${shared.id}`;
  const Overlay = phone ? Sheet : Dialog;
  const change = (next: boolean) => {
    setOpen(next);
    if (!next) onClose();
  };
  return (
    <Overlay
      open={open}
      onOpenChange={change}
      title={t(shared.published ? 'share.published' : 'share.title')}
      description={description(shared)}
      {...(phone ? { closable: true } : {})}
    >
      <div className={styles.root} data-ink={INKS[shared.id % INKS.length]}>
        <LinkRow poll={shared} address={address} />
        <Ways poll={shared} address={address} />
      </div>
    </Overlay>
  );
}
