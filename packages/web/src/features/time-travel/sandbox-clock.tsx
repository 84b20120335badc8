import { formatDay } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { useRealNow } from '../../ui/use-now.ts'
import { stepNames, steps } from './steps.ts'
import { useTimeTravel } from './travel-context.ts'

interface SandboxClockProps {
  /** Before anything opens or begins: closes the menu that this may stand in. */
  onGo: () => void
}

/** What time it is in a sandbox, and the ways to move it on. */
export function SandboxClock({ onGo }: SandboxClockProps) {
  const { clock, mayTravel, journey, travel, ask, showJourney } = useTimeTravel()
  const real = useRealNow()
  if (!clock?.sandbox) return null
  const isUnderWay = journey !== null && journey.happened === null && journey.failure === null
  const now = clock.frozen ? clock.now : real
  return (
    <section aria-label="Time" className="w-full rounded-m border bg-surface p-2.5 text-xs">
      <p className="text-ink-2">
        <b className="font-semibold text-ink">Sandbox</b> ·{' '}
        <time dateTime={now.toISOString()} className="figures whitespace-nowrap">
          {formatDay(now)}
        </time>
        <span className="block">
          {clock.frozen ? 'Stands still until you move it.' : 'Runs with the real time.'}
        </span>
      </p>
      {mayTravel && (
        <div className="mt-2 grid grid-cols-2 gap-1.5">
          {stepNames.map((step) => (
            <Button
              key={step}
              size="s"
              disabled={isUnderWay}
              onClick={() => {
                onGo()
                travel(steps[step].from)
              }}
            >
              {steps[step].label}
            </Button>
          ))}
          <Button
            size="s"
            disabled={isUnderWay}
            onClick={() => {
              onGo()
              ask()
            }}
          >
            To a day…
          </Button>
        </div>
      )}
      {journey?.happened && (
        <Button
          wide
          size="s"
          variant="ghost"
          className="mt-1"
          onClick={() => {
            onGo()
            showJourney()
          }}
        >
          What happened on the way
        </Button>
      )}
    </section>
  )
}
