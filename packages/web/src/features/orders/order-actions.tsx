import type { OrderClosing } from '@guildhall/contract/orders/order-shapes'
import { useQuery } from '@tanstack/react-query'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useObjectActions } from '#/entities/organization/use-object-actions.tsx'
import { ActionButton } from '#/ui/action-controls.tsx'
import type { PageAction } from '#/ui/page-actions.ts'
import { CloseDialog } from './close-dialog.tsx'
import { disputedText, useOrderDisputes } from './order-disputes.tsx'
import { type Order, refundableQuery } from './order-queries.ts'
import { RefundDialog } from './refund-dialog.tsx'

/** The actions of an order; none for read-only members or where nothing is left to do. */
export function OrderActions({ order }: { order: Order }) {
  const { role } = useOrganization()
  const mayWrite = mayIn(role, 'sales', 'write')
  const [asked, setAsked] = useState<'refund' | OrderClosing | null>(null)
  const { refundable, disputed } = useRefundable(order, mayWrite)
  const canRefund = refundable !== undefined && refundable.amount > 0
  const refund = { ...refundAction, run: () => setAsked('refund') }
  const closings = mayWrite ? closingActions(order, setAsked) : []
  const actions = canRefund ? [refund] : closings
  useObjectActions({ type: 'order', id: order.id, customerId: order.customer.id }, actions)
  const close = () => setAsked(null)
  return (
    <>
      {refundable?.amount === 0 && disputed !== null && (
        <span className="text-s text-ink-2">{disputed}</span>
      )}
      {actions.map((action) => (
        <ActionButton key={action.label} action={action} />
      ))}
      {asked === 'refund' && refundable && (
        <RefundDialog order={order} refundable={refundable} onClose={close} />
      )}
      {asked !== null && asked !== 'refund' && (
        <CloseDialog order={order} as={asked} onClose={close} />
      )}
    </>
  )
}

/** Where all of the order is disputed, the reason instead. */
function useRefundable(order: Order, mayWrite: boolean) {
  const { id } = useOrganization()
  const disputes = useOrderDisputes(order.id)
  const { data } = useQuery({ ...refundableQuery(id, order.id), enabled: mayWrite && order.paid })
  const refundable = mayWrite && order.paid ? data : undefined
  return { refundable, disputed: disputedText(disputes) }
}

const refundAction = { label: 'Refund', asks: true, icon: <RotateCcw aria-hidden="true" /> }

/** What is written off can still be voided. */
function closingActions(
  { paid, collectionStatus }: Order,
  ask: (as: OrderClosing) => void,
): PageAction[] {
  if (paid) return []
  const writeOff = { label: 'Write off', asks: true, run: () => ask('uncollectible') }
  const voiding = { label: 'Void', asks: true, run: () => ask('void') }
  return [
    ...(collectionStatus === 'open' ? [writeOff] : []),
    ...(collectionStatus !== 'void' ? [voiding] : []),
  ]
}
