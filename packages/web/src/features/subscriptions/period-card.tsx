import { isBillable } from '#/entities/subscription/subscription-state.ts'
import { UsageSoFar } from '#/entities/subscription/usage-so-far.tsx'
import { formatDay } from '#/lib/format.ts'
import { Card } from '#/ui/card.tsx'
import { useNow } from '#/ui/use-now.ts'
import { AmountPerPeriod } from './amount-per-period.tsx'
import { periodText } from './period-text.ts'
import type { Subscription } from './subscription-queries.ts'

/** The product, and the progress of the current period. */
export function PeriodCard({ subscription }: { subscription: Subscription }) {
  return (
    <Card>
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span className="text-m font-semibold wrap-anywhere">{subscription.product.name}</span>
        <span>
          <AmountPerPeriod subscription={subscription} />
        </span>
      </p>
      <UsageSoFar
        currency={subscription.currency}
        meters={subscription.meters}
        className="mt-3 border-t pt-3 text-s text-ink-2"
      />
      {isBillable(subscription) && subscription.currentPeriodEnd !== null && (
        <PeriodBar
          subscription={subscription}
          start={subscription.currentPeriodStart}
          end={subscription.currentPeriodEnd}
        />
      )}
    </Card>
  )
}

interface PeriodBarProps {
  subscription: Subscription
  start: Date
  end: Date
}

function PeriodBar({ subscription, start, end }: PeriodBarProps) {
  const now = useNow()
  const text = periodText(subscription, now)
  const whole = end.getTime() - start.getTime()
  const over = Math.min(Math.max(now.getTime() - start.getTime(), 0), whole)
  return (
    <div className="mt-4 text-s">
      <progress
        aria-label="Current period"
        aria-valuetext={text}
        value={over}
        max={whole}
        className="progress text-accent"
      />
      <div className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-ink-3">
        <span className="figures">{formatDay(start)}</span>
        <span className="figures">{formatDay(end)}</span>
      </div>
      <p className="mt-1 text-ink-2">{text}.</p>
    </div>
  )
}
