import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { formatDay } from '#/lib/format.ts'
import { later } from '#/ui/later.tsx'
import { OpenedLater } from '#/ui/opened-later.tsx'
import { useRealNow } from '#/ui/use-now.ts'
import { useTimeTravel } from './travel-context.ts'

const ClockMenu = later(
  async () => (await import('./clock-menu.tsx')).ClockMenu,
  ({ trigger }) => trigger,
)

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
  const trigger = (
    <button type="button" className={triggerClasses}>
      <span className="min-w-0 flex-1 truncate text-start">{line}</span>
      <ChevronsUpDown aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />
    </button>
  )
  return (
    <section aria-label="Time" className="w-full text-xs text-ink-2">
      {mayTravel ? (
        <OpenedLater kind="menu" trigger={trigger}>
          <ClockMenu defaultOpen {...{ trigger, onGo }} isFrozen={clock.frozen} />
        </OpenedLater>
      ) : (
        <p className="px-2 py-1.5">{line}</p>
      )}
    </section>
  )
}

const triggerClasses =
  'flex h-8 w-full min-w-0 items-center gap-2.5 rounded-s px-2 hover:bg-hover ' +
  'data-popup-open:bg-hover pointer-coarse:h-10'
