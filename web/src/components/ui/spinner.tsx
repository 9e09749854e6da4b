import { t } from '../../lib/i18n';
import { TallyStrokes } from './splash';

/** A waiting indicator; `label` names what is awaited, on screen as well when `visible`. */
export function Spinner({ label = t('ui.loading'), visible = false }: { label?: string; visible?: boolean }) {
  return (
    <div className="spinner" role="status">
      <svg className="sp" viewBox="0 0 36 32" aria-hidden="true">
        <TallyStrokes />
      </svg>
      <span className={visible ? undefined : 'vh'}>{label}</span>
    </div>
  );
}
