import { useQuery } from '@tanstack/react-query'
import { disputeExplanation } from '#/entities/dispute/dispute-text.ts'
import {
  disputedState,
  isStanding,
  type OrderDispute,
  orderDisputesQuery,
} from '#/entities/dispute/order-disputes.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ObjectLink } from '#/entities/organization/object-link.tsx'
import { formatMoney } from '#/lib/format.ts'
import { Banner } from '#/ui/banner.tsx'
import { Status } from '#/ui/status.tsx'
import type { Order } from './order-queries.ts'

/** The disputes of an order; none while they are loading. */
export function useOrderDisputes(orderId: Order['id']): readonly OrderDispute[] {
  const { id } = useOrganization()
  return useQuery(orderDisputesQuery(id, [orderId])).data ?? []
}

/** Shows in a title or a row that an order is disputed. */
export function DisputedBadge({ disputes }: { disputes: readonly OrderDispute[] }) {
  const state = disputedState(disputes)
  return state === null ? null : <Status state={state} />
}

/** What the disputes of an order mean, each with its page. */
export function DisputeBanners({ order }: { order: Order }) {
  return useOrderDisputes(order.id).map((dispute) => {
    const { tone, title, text } = disputeExplanation(dispute)
    return (
      <Banner
        key={dispute.id}
        tone={tone}
        title={title}
        action={<ObjectLink type="dispute" id={dispute.id} />}
      >
        {text}
      </Banner>
    )
  })
}

/** What of an order can’t be refunded because it is disputed; null where nothing is. */
export function disputedText(disputes: readonly OrderDispute[]): string | null {
  const standing = disputes.filter(isStanding)
  const [first] = standing
  if (first === undefined) return null
  const total = standing.reduce((sum, { amount, taxAmount }) => sum + amount + taxAmount, 0)
  const why = standing.every(({ status }) => status === 'lost')
    ? 'the customer has it back already, because you lost the dispute'
    : 'the customer disputes it at their bank'
  return `${formatMoney(total, first.currency)} with tax can’t be refunded: ${why}.`
}
