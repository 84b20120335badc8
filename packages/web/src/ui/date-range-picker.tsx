import CalendarIcon from 'lucide-react/icons/calendar'
import { type FormEvent, useState } from 'react'
import { Button } from './button.tsx'
import { type Day, type DayRange, dayOf, formatRange } from './calendar-days.ts'
import { classNames } from './class-names.ts'
import { Field } from './field.tsx'
import { LazyCalendar } from './lazy-calendar.tsx'
import { Popover } from './popover.tsx'
import { namedRanges, readRange } from './read-day.ts'
import { TextInput } from './text-input.tsx'
import { useNow } from './use-now.ts'

interface DateRangePickerProps {
  value: DayRange
  onChange: (range: DayRange) => void
}

/** A range of days: a preset, typed ("last 45 days") or selected in a calendar. */
export function DateRangePicker({ value, onChange }: DateRangePickerProps) {
  const [isOpen, setOpen] = useState(false)
  const change = (range: DayRange) => {
    onChange(range)
    setOpen(false)
  }
  const trigger = (
    <Button>
      <CalendarIcon aria-hidden="true" className="text-ink-3" />
      <span className="figures">{formatRange(value)}</span>
    </Button>
  )
  return (
    <Popover label="Period" trigger={trigger} open={isOpen} onOpenChange={setOpen} align="end">
      <RangeChoice value={value} onChoose={change} />
    </Popover>
  )
}

interface RangeChoiceProps {
  value: DayRange | null
  onChoose: (range: DayRange) => void
}

/** The contents of the popover: presets, text input and calendar. */
export function RangeChoice({ value, onChoose }: RangeChoiceProps) {
  const today = dayOf(useNow())
  return (
    <div className="grid gap-4">
      <TypedRange today={today} onRead={onChoose} />
      <div className="flex flex-col gap-4 sm:flex-row">
        <NamedRanges today={today} value={value} onChoose={onChoose} />
        <RangeCalendar today={today} value={value} onChoose={onChoose} />
      </div>
    </div>
  )
}

interface NamedRangesProps extends RangeChoiceProps {
  today: Day
}

function NamedRanges({ today, value, onChoose }: NamedRangesProps) {
  return (
    <ul className="-ml-2 grid w-full grid-cols-2 content-start sm:w-28 sm:grid-cols-1">
      {[...namedRanges].map(([name, rangeFor]) => {
        const range = rangeFor(today)
        const isChosen = range.from === value?.from && range.to === value.to
        return (
          <li key={name}>
            <button
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChoose(range)}
              className={classNames(
                'h-7 w-full rounded-s px-2 text-left text-s first-letter:uppercase hover:bg-hover',
                isChosen && 'bg-accent-soft font-medium text-accent',
              )}
            >
              {name}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function TypedRange({ today, onRead }: { today: Day; onRead: (range: DayRange) => void }) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const range = readRange(typed, today)
    if (range) onRead(range)
    else setError('Try “last 45 days” or “1 Oct to 15 Nov”.')
  }
  return (
    <form onSubmit={submit}>
      <Field label="Period" error={error}>
        <TextInput
          placeholder="last 45 days"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </form>
  )
}

/** The first click selects one end, the second the other. */
function RangeCalendar({ today, value, onChoose }: NamedRangesProps) {
  const [start, setStart] = useState<Day | null>(null)
  const choose = (day: Day) => {
    if (start === null) setStart(day)
    else onChoose(start <= day ? { from: start, to: day } : { from: day, to: start })
  }
  const chosen = start === null ? value : { from: start, to: start }
  return <LazyCalendar isRange chosen={chosen} onChoose={choose} today={today} />
}
