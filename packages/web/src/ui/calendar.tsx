import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useMemo } from 'react'
import { DayButton, DayPicker, type DayPickerProps, type Modifiers } from 'react-day-picker'
import { type Day, type DayRange, formatDay } from './calendar-days.ts'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'

interface CalendarProps {
  /** A single day is a range of one. */
  chosen: DayRange | null
  onChoose: (day: Day) => void
  /** Whether two clicks select the ends of a range. */
  isRange?: boolean
  today: Day
  /** Days outside are disabled. */
  min?: Day
  max?: Day
  /** How many months are shown next to each other, and the first of them. */
  months?: number
  firstMonth?: Day
  /** Focuses the selected day, for a popover that has just opened. */
  takesFocus?: boolean
}

/** The library uses UTC, because days have no time zone. */
export function Calendar({ chosen, onChoose, isRange, today, ...rest }: CalendarProps) {
  const { min, max, months = 1, firstMonth, takesFocus } = rest
  const choose = (_: unknown, clicked: Date) => onChoose(dayIn(clicked))
  const range = chosen && { from: dateOf(chosen.from), to: dateOf(chosen.to) }
  const selection = isRange
    ? { mode: 'range' as const, selected: range ?? undefined, onSelect: choose }
    : { mode: 'single' as const, selected: range?.to, onSelect: choose }
  const disabled = useMemo(
    () => [
      ...(min === undefined ? [] : [{ before: dateOf(min) }]),
      ...(max === undefined ? [] : [{ after: dateOf(max) }]),
    ],
    [min, max],
  )
  return (
    <DayPicker
      {...selection}
      required
      showOutsideDays={months === 1}
      timeZone="UTC"
      lang="en"
      weekStartsOn={1}
      navLayout="around"
      today={dateOf(today)}
      numberOfMonths={months}
      defaultMonth={firstMonth === undefined ? (range?.to ?? dateOf(today)) : dateOf(firstMonth)}
      disabled={disabled}
      // The popover has just been opened by the user.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={takesFocus ?? false}
      labels={labels}
      formatters={formatters}
      components={components}
      classNames={looks}
    />
  )
}

const dateOf = (day: Day): Date => new Date(`${day}T00:00:00Z`)

const dayIn = (date: Date): Day => date.toISOString().slice(0, 10)

const longDay = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
const month = { month: 'long', year: 'numeric' } as const

const labels: NonNullable<DayPickerProps['labels']> = {
  labelDayButton: (date) => formatDay(dayIn(date), longDay),
  labelGrid: (date) => formatDay(dayIn(date), month),
  labelWeekday: (date) => formatDay(dayIn(date), { weekday: 'long' }),
}

const formatters: NonNullable<DayPickerProps['formatters']> = {
  formatCaption: (date) => formatDay(dayIn(date), month),
  formatWeekdayName: (date) => formatDay(dayIn(date), { weekday: 'short' }).slice(0, 2),
}

const components: NonNullable<DayPickerProps['components']> = {
  PreviousMonthButton: ({ onClick }) => (
    <IconButton label="Previous month" size="s" onClick={onClick}>
      <ChevronLeft aria-hidden="true" />
    </IconButton>
  ),
  NextMonthButton: ({ onClick }) => (
    <IconButton label="Next month" size="s" onClick={onClick}>
      <ChevronRight aria-hidden="true" />
    </IconButton>
  ),
  DayButton: (props) => (
    <DayButton
      {...props}
      data-day={props.day.isoDate}
      aria-current={props.modifiers['today'] ? 'date' : undefined}
      className={dayClasses(props.modifiers)}
    />
  ),
}

const looks: NonNullable<DayPickerProps['classNames']> = {
  months: 'flex gap-5',
  month: 'grid w-58 grid-cols-[1.75rem_1fr_1.75rem] content-start items-center gap-y-2',
  month_caption: 'col-start-2 row-start-1 text-center text-s font-semibold',
  month_grid: 'col-span-3',
  weekday: 'h-7 text-xs font-normal text-ink-3',
  day: 'p-0',
}

function dayClasses({ selected, range_middle: isBetween, outside }: Modifiers): string {
  const isEnd = selected && !isBetween
  return classNames(
    'figures relative grid h-8 w-8.25 place-items-center text-s',
    'focus-visible:z-1 disabled:opacity-40 aria-disabled:opacity-40',
    'aria-[current=date]:font-semibold aria-[current=date]:underline underline-offset-4',
    isEnd && 'rounded-s bg-accent text-on-accent',
    isBetween && 'bg-accent-soft',
    !selected && 'rounded-s hover:enabled:bg-hover',
    outside && !isEnd && 'text-ink-3',
  )
}
