import { endingText } from '#/entities/subscription/ending-text.ts'
import { isEnding, isPaused } from '#/entities/subscription/subscription-state.ts'
import { formatDay } from '#/lib/format.ts'
import { Banner } from '#/ui/banner.tsx'
import type { Subscription } from './subscription-queries.ts'

/** A banner for subscriptions that end or have a payment problem. */
export function SubscriptionBanner({ subscription }: { subscription: Subscription }) {
  const { status, endsAt, nextPaymentAttemptAt: next } = subscription
  if (isPaused(subscription)) return <PausedBanner subscription={subscription} />
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
        {endingText(subscription)}
      </Banner>
    )
  }
  return null
}

/** A dispute keeps it from being renewed. */
function PausedBanner({ subscription }: { subscription: Subscription }) {
  return (
    <Banner tone="warn" title="A payment is disputed, so renewals are paused.">
      {pausedText(subscription)}
    </Banner>
  )
}

function pausedText({ status, currentPeriodEnd, pastDueAt }: Subscription): string {
  if (pastDueAt !== null) {
    return 'The overdue payment isn’t retried either, but the customer can pay it in their portal.'
  }
  return status === 'unpaid' || currentPeriodEnd === null
    ? 'Benefits ended with the paid period. A new period starts when the dispute is won, when the customer chooses another card, or when you resume the renewals.'
    : `Benefits stay active until ${formatDay(currentPeriodEnd)}. It renews then if the dispute is won, or if you resume the renewals.`
}
