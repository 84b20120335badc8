import CalendarIcon from 'lucide-react/icons/calendar'
import { type FormEvent, useState } from 'react'
import { Button } from './button.tsx'
import {
  addMonths,
  type Day,
  type DayRange,
  dayOf,
  formatDay,
  formatRange,
} from './calendar-days.ts'
import { classNames } from './class-names.ts'
import { Field } from './field.tsx'
import { LazyCalendar } from './lazy-calendar.tsx'
import { Popover } from './popover.tsx'
import { readRange } from './read-day.ts'
import { TextInput } from './text-input.tsx'
import { useNow } from './use-now.ts'

interface NamedRange {
  readonly name: string
  readonly range: DayRange
}

interface Choices {
  /** The current day where the days are counted; by default that of the reader. */
  today?: Day
  /** The presets; by default those of lists. */
  named?: readonly NamedRange[]
  /** Days outside are refused. */
  min?: Day
  max?: Day
}

interface DateRangePickerProps extends Choices {
  value: DayRange
  /** The name of the chosen preset, which moves along with time. */
  name?: string | undefined
  onChange: (range: DayRange, name: string | null) => void
}

/** A range of days: a preset, typed ("last 45 days") or selected in a calendar. */
export function DateRangePicker({ value, name, onChange, ...choices }: DateRangePickerProps) {
  const [isOpen, setOpen] = useState(false)
  const change = (range: DayRange, chosen: string | null) => {
    onChange(range, chosen)
    setOpen(false)
  }
  const trigger = (
    <Button>
      <CalendarIcon aria-hidden="true" className="text-ink-3" />
      {name !== undefined && <span className="first-letter:uppercase">{name}</span>}
      <span className={classNames('figures', name !== undefined && 'font-normal text-ink-2')}>
        {formatRange(value)}
      </span>
    </Button>
  )
  return (
    <Popover wide label="Period" trigger={trigger} open={isOpen} onOpenChange={setOpen}>
      <RangeChoice value={value} onChoose={change} {...choices} />
    </Popover>
  )
}

interface RangeChoiceProps extends Choices {
  value: DayRange | null
  onChoose: (range: DayRange, name: string | null) => void
}

/** The contents of the popover: presets, text input and calendar. */
export function RangeChoice({ value, onChoose, ...choices }: RangeChoiceProps) {
  const readersToday = dayOf(useNow())
  const { today = readersToday, named = namedForLists(today), min, max } = choices
  const bounds = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
  return (
    <div className="grid gap-4">
      <TypedRange {...{ today, named, bounds, onChoose }} />
      <div className="flex flex-col gap-4 sm:flex-row">
        <NamedRanges {...{ named, value, onChoose }} />
        <RangeCalendar {...{ today, bounds, value, onChoose }} />
      </div>
    </div>
  )
}

const listNames = ['today', 'yesterday', 'last 7 days', 'last 30 days', 'this month', 'last month']
const longNames = ['last 3 months', 'this year']

const namedForLists = (today: Day): readonly NamedRange[] =>
  [...listNames, ...longNames].flatMap((name) => {
    const range = readRange(name, today)
    return range === null ? [] : [{ name, range }]
  })

interface NamedRangesProps extends Pick<RangeChoiceProps, 'value' | 'onChoose'> {
  named: readonly NamedRange[]
}

function NamedRanges({ named, value, onChoose }: NamedRangesProps) {
  return (
    <ul className="-ml-2 grid w-full grid-cols-2 content-start sm:w-30 sm:grid-cols-1">
      {named.map(({ name, range }) => {
        const isChosen = range.from === value?.from && range.to === value.to
        return (
          <li key={name}>
            <button
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChoose(range, name)}
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

interface Bounds {
  min?: Day
  max?: Day
}

interface TypedRangeProps extends Pick<RangeChoiceProps, 'onChoose'> {
  today: Day
  named: readonly NamedRange[]
  bounds: Bounds
}

function TypedRange({ today, named, bounds, onChoose }: TypedRangeProps) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const preset = named.find(({ name }) => name === typed.trim().toLowerCase())
    const range = preset?.range ?? readRange(typed, today)
    const mistake = range === null ? unreadable : outside(range, bounds)
    setError(mistake)
    if (range !== null && mistake === null) onChoose(range, preset?.name ?? null)
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

const unreadable = 'Try “last 45 days” or “1 Oct to 15 Nov”.'

function outside({ from, to }: DayRange, { min, max }: Bounds): string | null {
  if (min !== undefined && from < min) return `The first possible day is ${formatDay(min)}.`
  return max !== undefined && to > max ? `The last possible day is ${formatDay(max)}.` : null
}

interface RangeCalendarProps extends Pick<RangeChoiceProps, 'value' | 'onChoose'> {
  today: Day
  bounds: Bounds
}

const twoMonths = '(min-width: 48rem)'

/** The first click selects one end, the second the other. */
function RangeCalendar({ today, bounds, value, onChoose }: RangeCalendarProps) {
  const [start, setStart] = useState<Day | null>(null)
  const [months] = useState(() => (window.matchMedia(twoMonths).matches ? 2 : 1))
  const choose = (day: Day) => {
    if (start === null) setStart(day)
    else onChoose(start <= day ? { from: start, to: day } : { from: day, to: start }, null)
  }
  const chosen = start === null ? value : { from: start, to: start }
  return (
    <LazyCalendar
      isRange
      {...bounds}
      chosen={chosen}
      onChoose={choose}
      today={today}
      months={months}
      firstMonth={addMonths(value?.to ?? today, 1 - months)}
    />
  )
}
