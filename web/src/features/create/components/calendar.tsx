import { DayPicker } from 'react-day-picker';
import { Icon } from '../../../components/ui/icon';

interface CalendarProps {
  selected: Date | null;
  /** Earlier days cannot be chosen. */
  earliest: Date;
  onSelect: (day: Date) => void;
}

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
