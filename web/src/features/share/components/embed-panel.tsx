import { embedCode, EMBED_WIDTH, embedHeight } from '@inkling/contracts/embed';
import { Button } from '../../../components/ui/button';
import { Icon } from '../../../components/ui/icon';
import { useCopied } from '../../../lib/clipboard';
import { t } from '../../../lib/i18n';
import type { SharedPoll } from '../../../lib/share';
import { toast } from '../../../lib/toast';
import '../../../lib/i18n/poll-strings';
import styles from '../share-sheet.module.css';

/** The code with which another page embeds the poll. */
export function EmbedPanel({ poll: { id, question, options, media } }: { poll: SharedPoll }) {
  const { copied, copy } = useCopied();
  const code = embedCode(
    `${location.origin}/embed/${id}`,
    question,
    EMBED_WIDTH,
    embedHeight(options.length, media !== null),
  );
  const copyCode = async () => {
    if (await copy(code)) toast({ title: t('share.codeCopied') });
    else toast({ title: t('polls.shareFailed'), variant: 'destructive' });
  };
  return (
    <>
      <textarea
        className={styles.code}
        readOnly
        dir="ltr"
        rows={9}
        value={code}
        aria-label={t('share.embedLabel')}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles.row}>
        <Button onClick={() => void copyCode()}>
          {copied && <Icon name="check" size="s" />}
          {t(copied ? 'share.copied' : 'share.copyCode')}
        </Button>
      </div>
      <p className="fine">{t('share.embedNote')}</p>
    </>
  );
}
