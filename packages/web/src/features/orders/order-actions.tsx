import type { OrderClosing } from '@guildhall/contract/orders/order-shapes'
import { useQuery } from '@tanstack/react-query'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { Button } from '#/ui/button.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { disputedText, useOrderDisputes } from './order-disputes.tsx'
import { type Order, refundableQuery } from './order-queries.ts'
import { RefundDialog } from './refund-dialog.tsx'

/** The actions of an order; none for read-only members or where nothing is left to do. */
export function OrderActions({ order }: { order: Order }) {
  const { role } = useOrganization()
  if (!mayIn(role, 'sales', 'write')) return null
  return order.paid ? <RefundAction order={order} /> : <CloseActions order={order} />
}

/** Where all of the order is disputed, the reason instead. */
function RefundAction({ order }: { order: Order }) {
  const { id } = useOrganization()
  const { data: refundable } = useQuery(refundableQuery(id, order.id))
  const disputes = useOrderDisputes(order.id)
  const [isOpen, setOpen] = useState(false)
  if (refundable === undefined) return null
  if (refundable.amount === 0) {
    const reason = disputedText(disputes)
    return reason === null ? null : <span className="text-s text-ink-2">{reason}</span>
  }
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

/** What is written off can still be voided. */
function CloseActions({ order }: { order: Order }) {
  const [as, setAs] = useState<OrderClosing | null>(null)
  const { collectionStatus } = order
  return (
    <>
      {collectionStatus === 'open' && (
        <Button onClick={() => setAs('uncollectible')}>Write off</Button>
      )}
      {collectionStatus !== 'void' && <Button onClick={() => setAs('void')}>Void</Button>}
      {as !== null && <CloseDialog order={order} as={as} onClose={() => setAs(null)} />}
    </>
  )
}
