import { DayPicker, type Modifiers } from 'react-day-picker';
import { Icon } from '../../../components/ui/icon';
import { t } from '../../../lib/i18n';
import { dateFormat } from '../../../lib/i18n/format';
import { serverNow } from '../../../lib/server-clock';
import styles from './calendar.module.css';

interface CalendarProps {
  selected: Date | null;
  /** Earlier days are disabled. */
  earliest: Date;
  onSelect: (day: Date) => void;
}

const dayFormat = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }, 'en-GB');
const monthFormat = dateFormat({ month: 'long', year: 'numeric' });
const weekdayFormat = dateFormat({ weekday: 'long' });
const shortWeekdayFormat = dateFormat({ weekday: 'short' });

/** Two letters, in every language: Mo, Tu. */
const weekday = (day: Date): string => shortWeekdayFormat(day).slice(0, 2);

/** The name contains the number as shown, so that a day can be chosen by voice: "Sunday 22 November 2026". */
const nameOf = (day: Date, { selected }: Modifiers): string =>
  t(selected ? 'create.dayChosen' : 'create.day', { day: dayFormat(day) });

/** The month view for choosing an end day; its code loads when it is first opened. */
export default function Calendar({ selected, earliest, onSelect }: CalendarProps) {
  return (
    <DayPicker
      mode="single"
      autoFocus
      className={styles.root}
      weekStartsOn={1}
      today={new Date(serverNow())}
      selected={selected ?? undefined}
      defaultMonth={selected ?? earliest}
      startMonth={earliest}
      disabled={{ before: earliest }}
      formatters={{ formatCaption: monthFormat, formatWeekdayName: weekday }}
      labels={{
        labelDayButton: nameOf,
        labelGrid: monthFormat,
        labelNext: () => t('create.nextMonth'),
        labelPrevious: () => t('create.previousMonth'),
        labelWeekday: weekdayFormat,
      }}
      onSelect={(day) => day && onSelect(day)}
      components={{
        Chevron: ({ orientation }) => <Icon name={orientation === 'left' ? 'back' : 'forward'} size="s" />,
      }}
      classNames={{
        month_caption: styles.caption,
        nav: styles.nav,
        button_previous: 'icon-btn',
        button_next: 'icon-btn',
        month_grid: styles.grid,
        weekday: styles.weekday,
        day: styles.day,
        disabled: styles.isOff,
        selected: styles.isSelected,
      }}
    />
  );
}
