import { DayPicker, type Modifiers } from 'react-day-picker';
import { Icon } from '../../../components/ui/icon';
import { t } from '../../../lib/i18n';

interface CalendarProps {
  selected: Date | null;
  /** Earlier days cannot be chosen. */
  earliest: Date;
  onSelect: (day: Date) => void;
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** The number on screen stands in the name as it is, so that a day can be chosen by voice: "Sunday 22 November 2026". */
const nameOf = (day: Date, { selected }: Modifiers): string => t(selected ? 'create.dayChosen' : 'create.day', { day: dayFormat.format(day) });

/** The month view in which an end day is chosen; loaded when it is first opened. */
export default function Calendar({ selected, earliest, onSelect }: CalendarProps) {
  return (
    <DayPicker
      mode="single"
      autoFocus
      className="cal"
      weekStartsOn={1}
      selected={selected ?? undefined}
      defaultMonth={selected ?? earliest}
      startMonth={earliest}
      disabled={{ before: earliest }}
      labels={{ labelDayButton: nameOf }}
      onSelect={(day) => day && onSelect(day)}
      components={{ Chevron: ({ orientation }) => <Icon name={orientation === 'left' ? 'back' : 'forward'} size="s" /> }}
      classNames={{
        month: 'cal-month',
        month_caption: 'cal-caption',
        nav: 'cal-nav',
        button_previous: 'icon-btn',
        button_next: 'icon-btn',
        month_grid: 'cal-grid',
        weekday: 'cal-weekday',
        day: 'cal-day',
        disabled: 'is-off',
        outside: 'is-outside',
        selected: 'is-selected',
        today: 'is-today',
      }}
    />
  );
}
