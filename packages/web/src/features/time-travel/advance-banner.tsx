import { formatDay } from '#/lib/format.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { type Advance, useTimeTravel } from './travel-context.ts'

/** The progress of an advance, or why it stopped early. */
export function AdvanceBanner() {
  const { advance } = useTimeTravel()
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-4 z-50 mx-auto max-w-120">
      {advance !== null && advance.happened === null && <AdvanceStatus advance={advance} />}
    </div>
  )
}

function AdvanceStatus({ advance }: { advance: Advance }) {
  const { travel, dismissAdvance } = useTimeTravel()
  const { from, to, failure } = advance
  if (failure === null) return <InProgress from={from} to={to} />
  return (
    <Banner
      tone="bad"
      title={`Time stopped before ${formatDay(to)}.`}
      className="pointer-events-auto shadow-float"
      action={
        <span className="flex gap-2">
          <Button size="s" onClick={() => travel(() => to)}>
            Continue
          </Button>
          <Button size="s" variant="ghost" onClick={dismissAdvance}>
            Dismiss
          </Button>
        </span>
      }
    >
      {failure}
    </Banner>
  )
}

function InProgress({ from, to }: Pick<Advance, 'from' | 'to'>) {
  const { clock } = useTimeTravel()
  const now = clock?.now ?? from
  const text = `It’s ${formatDay(now)}`
  return (
    <Banner title={`Advancing to ${formatDay(to)}.`} className="shadow-float">
      Everything due happens in order.
      <progress
        aria-label="In progress"
        aria-valuetext={text}
        value={Math.max(now.getTime() - from.getTime(), 0)}
        max={to.getTime() - from.getTime()}
        className="progress mt-2 text-accent"
      />
    </Banner>
  )
}
