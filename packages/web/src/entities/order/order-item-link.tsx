import type { OrderItemExplanation } from '@guildhall/contract/orders/explanations'
import { Link } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { linkClasses } from '#/ui/link-classes.ts'

interface OrderItemLinkProps {
  item: Pick<OrderItemExplanation, 'orderId' | 'itemId' | 'label'>
}

/** Leads to where the amount of an item comes from. */
export function OrderItemLink({ item: { orderId, itemId, label } }: OrderItemLinkProps) {
  const { slug } = useOrganization()
  return (
    <Link
      to="/dashboard/$slug/orders/$orderId/items/$itemId"
      params={{ slug, orderId, itemId }}
      className={`${linkClasses} wrap-anywhere`}
    >
      {label}
    </Link>
  )
}
