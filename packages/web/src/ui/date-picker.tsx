import { Popover as Base } from '@base-ui/react/popover'
import CalendarIcon from 'lucide-react/icons/calendar'
import { type KeyboardEvent, useRef, useState } from 'react'
import { type Day, dayOf, formatDay } from './calendar-days.ts'
import { useFieldControl } from './field-control.ts'
import { LazyCalendar } from './lazy-calendar.tsx'
import { readDay } from './read-day.ts'
import { useNow } from './use-now.ts'

interface DatePickerProps {
  value: Day | null
  onChange: (day: Day | null) => void
  /** Days outside are refused. */
  min?: Day
  max?: Day
  /** Whether the examples are past days. */
  isPast?: boolean
  onBlur?: () => void
}

/** A day, typed in several formats or selected in a calendar. */
export function DatePicker(props: DatePickerProps) {
  const { value, onChange, min, max } = props
  const today = dayOf(useNow())
  const box = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  /** The text while it is not a valid day. */
  const [typed, setTyped] = useState<string | null>(null)
  const choose = (day: Day) => {
    onChange(day)
    setTyped(null)
    setOpen(false)
  }
  return (
    <Base.Root open={isOpen} onOpenChange={(next) => setOpen(next)}>
      <span ref={box} className="control pr-1">
        <TypedDay
          {...props}
          typed={typed}
          setTyped={setTyped}
          today={today}
          openCalendar={() => setOpen(true)}
        />
        <Base.Trigger
          aria-label="Choose from a calendar"
          className="grid size-6 shrink-0 place-items-center rounded-xs text-ink-3 hover:text-ink"
        >
          <CalendarIcon aria-hidden="true" className="size-4" />
        </Base.Trigger>
      </span>
      <Base.Portal>
        <Base.Positioner anchor={box} align="start" sideOffset={4} className="z-50">
          <Base.Popup
            aria-label="Calendar"
            finalFocus={() => box.current?.querySelector('input')}
            className="floating p-3 outline-none"
          >
            <LazyCalendar
              takesFocus
              chosen={value === null ? null : { from: value, to: value }}
              onChoose={choose}
              today={today}
              {...(min !== undefined && { min })}
              {...(max !== undefined && { max })}
            />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface TypedDayProps extends DatePickerProps {
  typed: string | null
  setTyped: (typed: string | null) => void
  today: Day
  openCalendar: () => void
}

function TypedDay({ typed, setTyped, value, min, max, today, ...rest }: TypedDayProps) {
  const examples = rest.isPast ? 'yesterday, 2 weeks ago' : 'tomorrow, in 2 weeks'
  const { 'aria-invalid': isInvalid, ...field } = useFieldControl({})
  const meant = typed === null ? null : readDay(typed, today)
  const isEmpty = typed?.trim() === ''
  const isOutside = meant !== null && (meant < (min ?? meant) || meant > (max ?? meant))
  const isUnread = typed !== null && !isEmpty && (meant === null || isOutside)
  const settle = () => {
    if (typed === null || isUnread) return
    setTyped(null)
    rest.onChange(meant)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') settle()
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    rest.openCalendar()
  }
  const leave = () => {
    settle()
    rest.onBlur?.()
  }
  return (
    <>
      <input
        {...field}
        type="text"
        autoComplete="off"
        placeholder={`20 Nov 2026, ${examples}`}
        value={typed ?? (value === null ? '' : formatDay(value))}
        aria-invalid={isUnread || isInvalid}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={leave}
        onKeyDown={press}
      />
      <span aria-live="polite" className="shrink-0 text-xs text-ink-3">
        {isOutside && 'out of range'}
        {isUnread && !isOutside && 'not a valid date'}
        {meant &&
          !isOutside &&
          formatDay(meant, { weekday: 'short', day: 'numeric', month: 'short' })}
      </span>
    </>
  )
}
