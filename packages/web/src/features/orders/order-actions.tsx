import { useQuery } from '@tanstack/react-query'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { Button } from '#/ui/button.tsx'
import { type Order, refundableQuery } from './order-queries.ts'
import { RefundDialog } from './refund-dialog.tsx'

/** The actions of an order; none for read-only members or a fully refunded order. */
export function OrderActions({ order }: { order: Order }) {
  const { id, role } = useOrganization()
  const { data: refundable } = useQuery({
    ...refundableQuery(id, order.id),
    enabled: order.paid,
  })
  const [isOpen, setOpen] = useState(false)
  if (!mayIn(role, 'sales', 'write') || refundable === undefined) return null
  if (refundable.amount === 0) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <RotateCcw aria-hidden="true" /> Refund
      </Button>
      {isOpen && (
        <RefundDialog order={order} refundable={refundable} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
