import CalendarClock from 'lucide-react/icons/calendar-clock'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import FastForward from 'lucide-react/icons/fast-forward'
import History from 'lucide-react/icons/history'
import type { ReactNode } from 'react'
import { formatDay } from '#/lib/format.ts'
import { Menu, MenuGroup, MenuItem } from '#/ui/menu.tsx'
import { useRealNow } from '#/ui/use-now.ts'
import { stepNames, steps } from './steps.ts'
import { useTimeTravel } from './travel-context.ts'

interface SandboxClockProps {
  /** Called before an action starts, to close a surrounding menu. */
  onGo: () => void
}

/** Says that this is a sandbox, and its day; its menu advances the clock. */
export function SandboxClock({ onGo }: SandboxClockProps) {
  const { clock, mayTravel } = useTimeTravel()
  const real = useRealNow()
  if (!clock?.sandbox) return null
  const now = clock.frozen ? clock.now : real
  const line = (
    <>
      <b className="font-semibold text-ink">Sandbox</b> ·{' '}
      <time dateTime={now.toISOString()} className="figures whitespace-nowrap">
        {formatDay(now)}
      </time>
    </>
  )
  return (
    <section aria-label="Time" className="w-full text-xs text-ink-2">
      {mayTravel ? (
        <ClockMenu line={line} isFrozen={clock.frozen} onGo={onGo} />
      ) : (
        <p className="px-2 py-1.5">{line}</p>
      )}
    </section>
  )
}

interface ClockMenuProps extends SandboxClockProps {
  line: ReactNode
  isFrozen: boolean
}

function ClockMenu({ line, isFrozen, onGo }: ClockMenuProps) {
  const { advance, ask, showAdvance } = useTimeTravel()
  const isAdvancing = advance !== null && advance.happened === null && advance.failure === null
  const go = (act: () => void) => () => {
    onGo()
    act()
  }
  const trigger = (
    <button type="button" className={triggerClasses}>
      <span className="min-w-0 flex-1 truncate text-start">{line}</span>
      <ChevronsUpDown aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />
    </button>
  )
  return (
    <Menu trigger={trigger}>
      <MenuGroup label={isFrozen ? 'Stopped. Advance it to continue.' : 'Follows real time.'}>
        {stepNames.map((step) => (
          <MenuItem
            key={step}
            icon={<FastForward />}
            disabled={isAdvancing}
            onSelect={go(() => ask(steps[step].from))}
          >
            {`${steps[step].label}…`}
          </MenuItem>
        ))}
        <MenuItem icon={<CalendarClock />} disabled={isAdvancing} onSelect={go(() => ask())}>
          To a date…
        </MenuItem>
        {advance?.happened && (
          <MenuItem icon={<History />} onSelect={go(showAdvance)}>
            What happened
          </MenuItem>
        )}
      </MenuGroup>
    </Menu>
  )
}

const triggerClasses =
  'flex h-8 w-full min-w-0 items-center gap-2.5 rounded-s px-2 hover:bg-hover ' +
  'data-popup-open:bg-hover pointer-coarse:h-10'
