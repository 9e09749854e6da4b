import { useState } from 'react';
import {
  SIGN_UP_MODES,
  INSTANCE_DESCRIPTION_MAX,
  INSTANCE_NAME_MAX,
  SIGN_UP_QUESTION_MAX,
  WHO_MAY_ASK,
} from '@inkling/contracts/constants';
import type { InstanceSettings, VersionedSettings } from '@inkling/contracts';
import { BallotOption } from '../../../components/ui/ballot-option';
import { Button } from '../../../components/ui/button';
import { Field } from '../../../components/ui/field';
import { LoadFailed } from '../../../components/ui/load-failed';
import { t } from '../../../lib/i18n';
import { AdminHead, AdminPage } from '../components/admin-head';
import { Panel } from '../components/panel';
import { ASKERS, askerName } from './asking-kinds';
import { ConflictPanel } from './conflict-panel';
import { LinesField } from './lines-field';
import { RuleList } from './rule-list';
import { useSaveSettings, useSettings } from './save-settings';
import { changedNames, LABELS, meanwhile } from './setting-names';
import { MODES } from './sign-up-modes';
import styles from './instance-settings.module.css';
import '../strings';
import './strings';

/** Proposed where an age is chosen for the first time. */
const FIRST_DAYS = 3;
const LISTS = ['reservedNames', 'blockedMailDomains', 'flagWords', 'flagDomains'] as const;

const asText = (value: string | null) => value ?? '';
const orNull = (text: string) => (text.trim() === '' ? null : text);

function Editor({ versioned }: { versioned: VersionedSettings }) {
  const { version, settings: saved } = versioned;
  /** The version that the person has seen; a newer one is shown before anything is saved over it. */
  const [base, setBase] = useState(versioned);
  const [changes, setChanges] = useState<Partial<InstanceSettings>>({});
  const save = useSaveSettings();
  const settings = { ...saved, ...changes };
  const changed = changedNames(saved, changes);
  const between = meanwhile(base.settings, saved, changes);
  const isOwn = save.isPending || save.data?.version === version;
  const unseen = !isOwn && changed.length > 0 && between.theirs.length > 0;
  const set = (change: Partial<InstanceSettings>) => {
    if (changed.length === 0) setBase(versioned);
    setChanges({ ...changes, ...change });
  };
  const submit = () =>
    save.mutate(
      { version, changes: Object.fromEntries(changed.map((name) => [name, changes[name]])) },
      {
        onSuccess: (now) => {
          setChanges({});
          setBase(now);
        },
      },
    );
  const { signUp, whoMayAsk } = settings;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (changed.length > 0 && !unseen && !save.isPending) submit();
      }}
    >
      <div className={styles.grid}>
        <Panel title={t('adminInstance.face')}>
          <div className={styles.fields}>
            <Field
              label={t('adminInstance.name')}
              maxLength={INSTANCE_NAME_MAX}
              value={asText(settings.name)}
              onChange={({ target }) => set({ name: orNull(target.value) })}
            />
            <Field
              label={t('adminInstance.description')}
              hint={t('adminInstance.of', {
                count: asText(settings.description).length,
                most: INSTANCE_DESCRIPTION_MAX,
              })}
              maxLength={INSTANCE_DESCRIPTION_MAX}
              value={asText(settings.description)}
              onChange={({ target }) => set({ description: orNull(target.value) })}
            />
            <Field
              label={t('adminInstance.contactAddress')}
              type="email"
              value={asText(settings.contactAddress)}
              onChange={({ target }) => set({ contactAddress: orNull(target.value) })}
            />
            <LinesField label={t('adminInstance.links')} lines={settings.links} onChange={(links) => set({ links })} />
          </div>
        </Panel>
        <Panel title={t('adminInstance.rules')} aside={<span className="muted">{t('adminInstance.rulesAside')}</span>}>
          <RuleList rules={settings.rules} onChange={(rules) => set({ rules })} />
        </Panel>
        <Panel title={t('adminInstance.signUp')} ink="citron">
          <fieldset className={`opts ${styles.choices}`}>
            <legend className="vh">{t('adminInstance.signUp')}</legend>
            {SIGN_UP_MODES.map((mode) => (
              <BallotOption
                key={mode}
                name="sign-up"
                on={signUp.mode === mode}
                onChange={() => set({ signUp: { ...signUp, mode } })}
              >
                {t(MODES[mode][0])}
                <small>{t(MODES[mode][1], { count: settings.invitationsPerPerson })}</small>
              </BallotOption>
            ))}
          </fieldset>
          <div className={styles.fields}>
            <Field
              label={t('adminInstance.question')}
              maxLength={SIGN_UP_QUESTION_MAX}
              value={asText(signUp.question)}
              onChange={({ target }) => set({ signUp: { ...signUp, question: orNull(target.value) } })}
            />
            <Field
              label={t('adminInstance.invitations')}
              type="number"
              min={0}
              max={1000}
              value={settings.invitationsPerPerson}
              onChange={({ target }) => set({ invitationsPerPerson: Math.trunc(Number(target.value)) })}
            />
          </div>
        </Panel>
        <Panel title={t('adminInstance.whoMayAsk')} ink="sky">
          <fieldset className={`opts ${styles.choices}`}>
            <legend className="vh">{t('adminInstance.whoMayAsk')}</legend>
            {WHO_MAY_ASK.map((kind) => (
              <BallotOption
                key={kind}
                name="who-may-ask"
                on={whoMayAsk.kind === kind}
                onChange={() =>
                  set({
                    whoMayAsk: { kind, days: kind === 'older-than' ? whoMayAsk.days || FIRST_DAYS : whoMayAsk.days },
                  })
                }
              >
                {askerName({ kind, days: whoMayAsk.days || FIRST_DAYS })}
                <small>{t(ASKERS[kind][1])}</small>
              </BallotOption>
            ))}
          </fieldset>
          {whoMayAsk.kind === 'older-than' && (
            <div className={styles.fields}>
              <Field
                label={t('adminInstance.days')}
                type="number"
                min={1}
                max={365}
                value={whoMayAsk.days}
                onChange={({ target }) => set({ whoMayAsk: { ...whoMayAsk, days: Math.trunc(Number(target.value)) } })}
              />
            </div>
          )}
        </Panel>
        <Panel title={t('adminInstance.lists')} aside={<span className="muted">{t('adminInstance.oneALine')}</span>}>
          <div className={styles.fields}>
            {LISTS.map((name) => (
              <LinesField
                key={name}
                label={t(LABELS[name])}
                lines={settings[name]}
                onChange={(lines) => set({ [name]: lines })}
              />
            ))}
          </div>
        </Panel>
      </div>
      {unseen && (
        <ConflictPanel
          key={version}
          between={between}
          theirs={saved}
          mine={settings}
          onChosen={(theirs) => {
            setChanges(
              Object.fromEntries(Object.entries(changes).filter(([name]) => !theirs.some((one) => one === name))),
            );
            setBase(versioned);
          }}
        />
      )}
      <div className={styles.save}>
        <p role="status">
          {changed.length > 0 && (
            <>
              {t('adminInstance.unsaved', { count: changed.length })}{' '}
              <b>{changed.map((name) => t(LABELS[name])).join(', ')}</b>
            </>
          )}
        </p>
        <Button variant="well" disabled={changed.length === 0} onClick={() => setChanges({})}>
          {t('adminInstance.discard')}
        </Button>
        <Button type="submit" disabled={changed.length === 0 || unseen || save.isPending} aria-busy={save.isPending}>
          {t('adminInstance.save')}
        </Button>
      </div>
    </form>
  );
}

/** `/admin/settings`: what the operator decides about the instance. */
export default function SettingsPage() {
  const { data, isError, isFetching, refetch } = useSettings();
  return (
    <AdminPage>
      <AdminHead title={t('admin.settings')}>
        <span className="muted">{t('adminInstance.byCommand')}</span>
      </AdminHead>
      {data ? (
        <Editor versioned={data} />
      ) : isError ? (
        <LoadFailed title={t('adminInstance.loadFailed')} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className={`pulse ${styles.wait}`} />
      )}
    </AdminPage>
  );
}
