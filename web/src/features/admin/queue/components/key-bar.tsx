import { t } from '../../../../lib/i18n';
import { Key } from './key';
import styles from './key-bar.module.css';

/** The most used keys, at the bottom of the queue on a large screen. */
export const KeyBar = () => (
  <p className={styles.root}>
    <span>
      <Key>J</Key>
      <Key>K</Key> {t('adminCase.keyMove')}
    </span>
    <span>
      <Key>D</Key>…<Key>P</Key> {t('adminCase.keyAct')}
    </span>
    <span>
      <Key>R</Key> {t('adminCase.keyReason')}
    </span>
    <span>
      <Key>↵</Key> {t('adminCase.keyDo')}
    </span>
    <span>
      <Key>L</Key> {t('adminCase.keyLeave')}
    </span>
    <span>
      <Key>Z</Key> {t('adminCase.keyUndo')}
    </span>
    <span>
      <Key>?</Key> {t('adminCase.keyAll')}
    </span>
  </p>
);
