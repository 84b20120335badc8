import { formatDay } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { type Journey, useTimeTravel } from './travel-context.ts'

/** As long as time moves, and where it came to a stop too early. */
export function TravelNews() {
  const { journey } = useTimeTravel()
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-4 z-50 mx-auto max-w-120">
      {journey !== null && journey.happened === null && <News journey={journey} />}
    </div>
  )
}

function News({ journey }: { journey: Journey }) {
  const { travel, forgetJourney } = useTimeTravel()
  const { from, to, failure } = journey
  if (failure === null) return <UnderWay from={from} to={to} />
  return (
    <Banner
      tone="bad"
      title={`Time stopped before ${formatDay(to)}.`}
      className="pointer-events-auto shadow-float"
      action={
        <span className="flex gap-2">
          <Button size="s" onClick={() => travel(() => to)}>
            Carry on
          </Button>
          <Button size="s" variant="ghost" onClick={forgetJourney}>
            Leave it
          </Button>
        </span>
      }
    >
      {failure}
    </Banner>
  )
}

function UnderWay({ from, to }: Pick<Journey, 'from' | 'to'>) {
  const { clock } = useTimeTravel()
  const now = clock?.now ?? from
  const words = `It’s ${formatDay(now)}`
  return (
    <Banner title={`Time moves on to ${formatDay(to)}.`} className="shadow-float">
      Everything that falls due happens in order.
      <progress
        aria-label="On the way"
        aria-valuetext={words}
        value={Math.max(now.getTime() - from.getTime(), 0)}
        max={to.getTime() - from.getTime()}
        className="progress mt-2 text-accent"
      />
    </Banner>
  )
}
