import { useRef, type FormEvent } from 'react';
import type { ActBody, CaseView } from '@inkling/contracts';
import { Button } from '../../../../components/ui/button';
import { t } from '../../../../lib/i18n';
import { useServerConfig } from '../../../../lib/server-config';
import { Panel } from '../../components/panel';
import { choicesIn } from '../model/choices';
import { ruleOfText, useDecision } from '../model/use-decision';
import { useQueueKeys } from '../model/use-queue-keys';
import { DecideForm } from './decide-form';
import { Key } from './key';
import styles from './decide-panel.module.css';

interface DecidePanelProps {
  view: CaseView;
  onDecide: (body: ActBody) => void;
  onLeave: () => void;
}

/** The decision about a case, by mouse, touch or keys alone. */
export function DecidePanel({ view, onDecide, onLeave }: DecidePanelProps) {
  const { author, reportsCount } = view;
  const reason = useRef<HTMLTextAreaElement>(null);
  const rules = useServerConfig()?.instance?.rules ?? [];
  const decision = useDecision(ruleOfText(rules, view.rule));
  const choices = choicesIn(view);
  const chosen = choices.find(({ choice }) => choice === decision.choice);
  const name = author?.name ?? t('adminCase.deletedPerson');
  const decide = () => {
    const body = decision.finish();
    if (body) onDecide(body);
  };
  useQueueKeys({
    ...Object.fromEntries(choices.map(({ key, choice }) => [key, () => decision.choose(choice)])),
    R: () => reason.current?.focus(),
    L: onLeave,
    Enter: decide,
  });
  return (
    <Panel title={t('adminCase.decide')} ink="coral">
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          decide();
        }}
      >
        <DecideForm decision={decision} choices={choices} name={name} rules={rules} reasonRef={reason} />
        <p className={`fine ${styles.told}`}>
          {author && (decision.choice === 'dismiss' ? t('adminCase.nobodyTold') : t('adminCase.told', { name }))}{' '}
          {reportsCount > 0 && t('adminCase.reportersTold')}
        </p>
        <Button type="submit" block>
          {chosen ? t(chosen.label) : t('adminCase.decide')} <Key bare>↵</Key>
        </Button>
        <Button className={styles.leave} variant="well" block onClick={onLeave}>
          {t('adminCase.leave')} <Key bare>L</Key>
        </Button>
      </form>
    </Panel>
  );
}
