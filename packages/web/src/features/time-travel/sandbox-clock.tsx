import { formatDay } from '#/lib/format.ts'
import { Button } from '#/ui/button.tsx'
import { useRealNow } from '#/ui/use-now.ts'
import { stepNames, steps } from './steps.ts'
import { useTimeTravel } from './travel-context.ts'

interface SandboxClockProps {
  /** Called before an action starts, to close a surrounding menu. */
  onGo: () => void
}

/** The clock of a sandbox, with buttons that advance it. */
export function SandboxClock({ onGo }: SandboxClockProps) {
  const { clock, mayTravel, advance, ask, showAdvance } = useTimeTravel()
  const real = useRealNow()
  if (!clock?.sandbox) return null
  const isAdvancing = advance !== null && advance.happened === null && advance.failure === null
  const now = clock.frozen ? clock.now : real
  return (
    <section aria-label="Time" className="w-full rounded-m border bg-surface p-2.5 text-xs">
      <p className="text-ink-2">
        <b className="font-semibold text-ink">Sandbox</b> ·{' '}
        <time dateTime={now.toISOString()} className="figures whitespace-nowrap">
          {formatDay(now)}
        </time>
        <span className="block">
          {clock.frozen ? 'Stopped. Advance it to continue.' : 'Follows real time.'}
        </span>
      </p>
      {mayTravel && (
        <div className="mt-2 grid grid-cols-2 gap-1.5">
          {stepNames.map((step) => (
            <Button
              key={step}
              size="s"
              disabled={isAdvancing}
              onClick={() => {
                onGo()
                ask(steps[step].from)
              }}
            >
              {steps[step].label}
            </Button>
          ))}
          <Button
            size="s"
            disabled={isAdvancing}
            onClick={() => {
              onGo()
              ask()
            }}
          >
            To a date…
          </Button>
        </div>
      )}
      {advance?.happened && (
        <Button
          wide
          size="s"
          variant="ghost"
          className="mt-1"
          onClick={() => {
            onGo()
            showAdvance()
          }}
        >
          What happened
        </Button>
      )}
    </section>
  )
}
