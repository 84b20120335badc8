import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import {
  addDays,
  addMonths,
  type Day,
  type DayRange,
  formatDay,
  isWithin,
  startOfWeek,
  weeksOfMonth,
} from './calendar-days.ts'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'

interface CalendarProps {
  /** What is chosen: one day is a range of one. */
  chosen: DayRange | null
  onChoose: (day: Day) => void
  today: Day
  /** Days outside can't be chosen. */
  min?: Day
  max?: Day
  /** Goes to the chosen day at once: right for a popover that was just opened. */
  takesFocus?: boolean
}

/** A month as a grid, by arrows, Home, End, Page Up and Page Down (with Shift by years). */
export function Calendar({ chosen, onChoose, today, min, max, takesFocus }: CalendarProps) {
  const [cursor, setCursor] = useState(chosen?.to ?? today)
  const { grid, follow } = useGridFocus(cursor, takesFocus ?? false)
  const title = useId()
  const isOpen = (day: Day) =>
    (min === undefined || day >= min) && (max === undefined || day <= max)
  const press = (event: KeyboardEvent) => {
    const next = moveCursor(cursor, event)
    if (next === null) return
    event.preventDefault()
    follow()
    setCursor(next)
  }
  return (
    <div className="w-58">
      <div className="mb-2 flex items-center justify-between">
        <IconButton
          label="Previous month"
          size="s"
          onClick={() => setCursor(addMonths(cursor, -1))}
        >
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <p id={title} aria-live="polite" className="text-s font-semibold">
          {formatDay(cursor, { month: 'long', year: 'numeric' })}
        </p>
        <IconButton label="Next month" size="s" onClick={() => setCursor(addMonths(cursor, 1))}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
      </div>
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-labelledby={title}
      >
        <WeekdayRow />
        <tbody>
          {weeksOfMonth(cursor).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td
                  key={day}
                  aria-selected={chosen !== null && isWithin(day, chosen)}
                  className="p-0"
                >
                  <button
                    type="button"
                    tabIndex={day === cursor ? 0 : -1}
                    data-day={day}
                    disabled={!isOpen(day)}
                    aria-label={formatDay(day, longDay)}
                    aria-current={day === today ? 'date' : undefined}
                    onClick={() => onChoose(day)}
                    onKeyDown={press}
                    className={dayLook(day, { cursor, chosen })}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const longDay = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const

function WeekdayRow() {
  const monday = '2024-01-01'
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index))
  return (
    <thead>
      <tr>
        {days.map((day) => (
          <th
            key={day}
            scope="col"
            abbr={formatDay(day, { weekday: 'long' })}
            className="h-7 text-xs font-normal text-ink-3"
          >
            {formatDay(day, { weekday: 'short' }).slice(0, 2)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function dayLook(day: Day, { cursor, chosen }: { cursor: Day; chosen: DayRange | null }): string {
  const isEnd = day === chosen?.from || day === chosen?.to
  const isBetween = chosen !== null && isWithin(day, chosen) && !isEnd
  const isOtherMonth = day.slice(0, 7) !== cursor.slice(0, 7)
  return classNames(
    'figures relative grid h-8 w-8.25 place-items-center text-s',
    'focus-visible:z-1 disabled:opacity-40',
    'aria-[current=date]:font-semibold aria-[current=date]:underline underline-offset-4',
    isEnd && 'rounded-s bg-accent text-on-accent',
    isBetween && 'bg-accent-soft',
    !isEnd && !isBetween && 'rounded-s hover:enabled:bg-hover',
    isOtherMonth && !isEnd && 'text-ink-3',
  )
}

/** Where a key leads, or null for keys that lead nowhere. */
function moveCursor(cursor: Day, { key, shiftKey }: KeyboardEvent): Day | null {
  if (key === 'ArrowLeft') return addDays(cursor, -1)
  if (key === 'ArrowRight') return addDays(cursor, 1)
  if (key === 'ArrowUp') return addDays(cursor, -7)
  if (key === 'ArrowDown') return addDays(cursor, 7)
  if (key === 'Home') return startOfWeek(cursor)
  if (key === 'End') return addDays(startOfWeek(cursor), 6)
  if (key === 'PageUp') return addMonths(cursor, shiftKey ? -12 : -1)
  if (key === 'PageDown') return addMonths(cursor, shiftKey ? 12 : 1)
  return null
}

/** After a key the focus goes with the cursor; after a click on an arrow it stays there. */
function useGridFocus(cursor: Day, takesFocus: boolean) {
  const grid = useRef<HTMLTableElement>(null)
  const isFollowing = useRef(takesFocus)
  useEffect(() => {
    if (!isFollowing.current) return
    isFollowing.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${cursor}"]`)?.focus()
  }, [cursor])
  const follow = () => {
    isFollowing.current = true
  }
  return { grid, follow }
}
