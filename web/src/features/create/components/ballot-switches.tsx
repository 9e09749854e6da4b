import { Icon } from '../../../components/ui/icon';
import { t } from '../../../lib/i18n';
import { KeepButton } from '../../polls/ballots/keep-button';
import { LockIcon } from '../../polls/ballots/lock-icon';
import type { PollDraft } from '../poll-draft';
import { SwitchRow } from './switch-row';

const Shuffle = () => (
  <svg className="ic ic-m" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 7.5h3.2c4.6 0 5 9 9.6 9H20M4 16.5h3.2c1.8 0 3-1.4 4-3M13 10.3c.9-1.6 2-2.8 3.8-2.8H20M17 4.5l3 3-3 3M17 13.5l3 3-3 3" />
  </svg>
);

interface SwitchesProps {
  draft: PollDraft;
  onChange: (part: Partial<PollDraft>) => void;
}

/** Sealed, shuffled, pictures of the options, and results before the vote, which a quiz cannot show. */
export function BallotSwitches({ draft, onChange }: SwitchesProps) {
  return (
    <div>
      <SwitchRow
        icon={<LockIcon size="m" />}
        label="create.sealed"
        hint="create.sealedHint"
        on={draft.sealed}
        onChange={(sealed) => onChange({ sealed })}
      >
        <KeepButton className="link">{t('create.keep')}</KeepButton>
      </SwitchRow>
      <SwitchRow
        icon={<Shuffle />}
        label="create.shuffled"
        hint="create.shuffledHint"
        on={draft.shuffled}
        onChange={(shuffled) => onChange({ shuffled })}
      />
      <SwitchRow
        icon={<Icon name="image" size="m" />}
        label="create.pictures"
        hint="create.picturesHint"
        on={draft.pictures}
        onChange={(pictures) => onChange({ pictures })}
      />
      {draft.kind !== 'quiz' && (
        <SwitchRow
          icon={<Icon name="eye" size="m" />}
          label="create.showResults"
          hint="create.showResultsHint"
          on={draft.showResults}
          onChange={(showResults) => onChange({ showResults })}
        />
      )}
    </div>
  );
}
