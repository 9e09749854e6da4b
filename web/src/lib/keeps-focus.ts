const CONTROLS = 'button, a[href], input, select, textarea, summary';

const controlsIn = (row: Element): HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => !control.matches(':disabled'));

/** Position of a control: the row of a list that it is in, and its place among that row's controls. */
interface Place {
  row: number;
  control: number;
}

function placeOf(control: Element, region: Element): Place | undefined {
  const row = control.closest('li');
  if (!row || !region.contains(row)) return undefined;
  return {
    row: [...region.querySelectorAll('li')].indexOf(row),
    control: controlsIn(row).indexOf(control as HTMLElement),
  };
}

/** The control at a place, or in the nearest row that has controls: the next one, else the one before. */
function controlAt({ row, control }: Place, region: Element): HTMLElement | undefined {
  const rows = [...region.querySelectorAll('li')].map(controlsIn);
  const controls =
    rows.slice(row).find(({ length }) => length > 0) ?? rows.slice(0, row).findLast(({ length }) => length > 0);
  return controls?.[Math.min(Math.max(control, 0), controls.length - 1)];
}

/**
 * Keeps the focus in a part of a page where the button that was pressed disappears or is disabled for a while: it
 * returns to the button, or goes to the row of a list that takes its place, else to the heading. Without it, Tab would
 * begin again at the top of the page.
 * @param region of which the element is a `ref`
 * @returns ends it
 */
export function keepsFocus(region: HTMLElement | null): (() => void) | undefined {
  if (!region) return undefined;
  let last: HTMLElement | undefined;
  let section: Element = region;
  let place: Place | undefined;
  let wasDisabled = false;

  const remember = ({ target }: FocusEvent) => {
    last = target as HTMLElement;
    const around = last.closest('section');
    section = around && region.contains(around) ? around : region;
    place = placeOf(last, region) ?? place;
    wasDisabled = false;
  };
  const restore = () => {
    if (!last) return;
    wasDisabled ||= last.matches(':disabled');
    const { activeElement } = document;
    // The person, or a dialog, has moved it elsewhere.
    if (activeElement && activeElement !== document.body && activeElement !== last) return;
    if (last.isConnected && (!wasDisabled || last.matches(':disabled'))) return;
    const heading = (section.isConnected ? section : region).querySelector<HTMLElement>('h2, h3, h1');
    const target = last.isConnected ? last : ((place && controlAt(place, region)) ?? heading);
    if (target === heading && heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    target?.focus({ preventScroll: true });
  };

  // Also dialogs outside the region, which close after the button is gone.
  const changes = new MutationObserver(restore);
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  region.addEventListener('focusin', remember);
  return () => {
    changes.disconnect();
    region.removeEventListener('focusin', remember);
  };
}
