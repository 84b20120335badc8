import { formatDay } from '#/lib/format.ts'
import { Banner } from '#/ui/banner.tsx'
import type { Subscription } from './subscription-queries.ts'
import { isEnding } from './subscription-state.ts'

/** A banner for subscriptions that end or have a payment problem. */
export function SubscriptionBanner({ subscription }: { subscription: Subscription }) {
  const { status, endsAt, nextPaymentAttemptAt: next, renewalsPausedAt } = subscription
  if (renewalsPausedAt !== null) return <PausedBanner subscription={subscription} />
  if (status === 'past_due') {
    return (
      <Banner tone="bad" title="A payment failed.">
        {next === null
          ? 'It won’t be retried automatically. The customer must add another card.'
          : `It will be retried on ${formatDay(next)}, or immediately when the customer adds another card.`}
      </Banner>
    )
  }
  if (status === 'unpaid') {
    return (
      <Banner tone="bad" title="Payment failed.">
        All retries failed. The subscription resumes when the customer pays with another card.
      </Banner>
    )
  }
  if (status === 'incomplete') {
    return (
      <Banner tone="info" title="The first payment is incomplete.">
        The subscription expires if it is not completed.
      </Banner>
    )
  }
  if (isEnding(subscription) && endsAt !== null) {
    return (
      <Banner tone="warn" title={`Ends on ${formatDay(endsAt)}.`}>
        No further charges. Benefits stay active until then.
      </Banner>
    )
  }
  return null
}

/** A dispute keeps it from being renewed. */
function PausedBanner({ subscription }: { subscription: Subscription }) {
  const { status, currentPeriodEnd } = subscription
  const end = currentPeriodEnd === null ? null : formatDay(currentPeriodEnd)
  return (
    <Banner tone="warn" title="A payment is disputed, so renewals are paused.">
      {status === 'unpaid' || end === null
        ? 'Benefits ended with the paid period. A new period starts when the dispute is won, when the customer pays with another card, or when you resume the renewals.'
        : `Benefits stay active until ${end}. It renews then only if the dispute is won or you resume the renewals.`}
    </Banner>
  )
}
