import type { Grant } from '#/entities/benefit/grants-of-source.ts'
import { ObjectLink } from '#/entities/organization/object-link.tsx'

type OfSource = Pick<Grant, 'subscriptionId' | 'orderId' | 'product'>

/** The subscription or order that a benefit is held because of, and what it is for. */
export function GrantSource({ grant }: { grant: OfSource }) {
  return (
    <span className="wrap-anywhere">
      <SourceLink grant={grant} /> <span className="text-ink-3">of {grant.product.name}</span>
    </span>
  )
}

export function SourceLink({ grant: { subscriptionId, orderId } }: { grant: OfSource }) {
  if (orderId !== null) {
    return (
      <ObjectLink type="order" id={orderId}>
        Order
      </ObjectLink>
    )
  }
  if (subscriptionId === null) return null
  return (
    <ObjectLink type="subscription" id={subscriptionId}>
      Subscription
    </ObjectLink>
  )
}
