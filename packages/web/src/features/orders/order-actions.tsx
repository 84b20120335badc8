import { useQuery } from '@tanstack/react-query'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useState } from 'react'
import { useOrganization } from '../../lib/current-organization.tsx'
import { mayIn } from '../../lib/roles.ts'
import { Button } from '../../ui/button.tsx'
import { type Order, refundsQuery } from './order-queries.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { refundableOf } from './refund-share.ts'

/** What can be done about an order: nothing for who may only look, or where all is paid back. */
export function OrderActions({ order }: { order: Order }) {
  const { id, role } = useOrganization()
  const { data: refunds } = useQuery(refundsQuery(id, order.id))
  const [isOpen, setOpen] = useState(false)
  if (!mayIn(role, 'sales', 'write') || !order.paid || refunds === undefined) return null
  const refundable = refundableOf(order, refunds)
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
