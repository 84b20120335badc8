import { formatDay } from '../../lib/format.ts'
import { Banner } from '../../ui/banner.tsx'
import type { Subscription } from './subscription-queries.ts'
import { isEnding } from './subscription-state.ts'

/** What somebody should know first about a subscription that doesn't just go on. */
export function SubscriptionNews({ subscription }: { subscription: Subscription }) {
  const { status, endsAt, nextPaymentAttemptAt: next } = subscription
  if (status === 'past_due') {
    return (
      <Banner tone="bad" title="A payment failed.">
        {next === null
          ? 'It isn’t tried again by itself: the customer has to add another card.'
          : `It’s tried again on ${formatDay(next)}, and at once with another card.`}
      </Banner>
    )
  }
  if (status === 'unpaid') {
    return (
      <Banner tone="bad" title="Nobody paid.">
        All tries failed. It goes on as soon as the customer pays with another card.
      </Banner>
    )
  }
  if (status === 'incomplete') {
    return (
      <Banner tone="info" title="The first payment isn’t finished.">
        Without it the subscription expires by itself.
      </Banner>
    )
  }
  if (isEnding(subscription) && endsAt !== null) {
    return (
      <Banner tone="warn" title={`Ends on ${formatDay(endsAt)}.`}>
        Nothing more is charged. What the customer gets stays until then.
      </Banner>
    )
  }
  return null
}
