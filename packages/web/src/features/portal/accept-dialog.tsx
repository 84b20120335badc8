import { acceptPortalSubscription } from '@guildhall/contract/portal/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { methodName } from '#/entities/payment/method-text.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import { overdueSum } from './overdue-sum.ts'
import {
  methodsQuery,
  overdueQuery,
  type PortalSubscription,
  usePortalChange,
} from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

interface SubscriptionProps {
  subscription: PortalSubscription
}

/** For a subscription that was bought with the customer’s address, perhaps by somebody else. */
export function AcceptBanner({ subscription }: SubscriptionProps) {
  const { api } = usePortal()
  const [isOpen, setOpen] = useState(false)
  const { data: methods } = useQuery(methodsQuery(api))
  const { data: overdue } = useQuery(overdueQuery(api))
  if (methods === undefined || overdue === undefined) return null
  const card = methods.find((method) => method.default)
  const needsCard = card === undefined && subscription.amount > 0
  return (
    <Banner
      title="Bought with your email address."
      action={
        needsCard ? null : (
          <Button size="s" onClick={() => setOpen(true)}>
            Accept
          </Button>
        )
      }
    >
      Only the card that was entered at the checkout is charged. If this subscription is yours,
      {needsCard ? ' add a card below and' : ''} accept it to pay with your own card and to change
      its plan.
      {isOpen && (
        <AcceptDialog
          subscription={subscription}
          card={card === undefined ? null : methodName(card)}
          sum={overdueSum(overdue.filter((one) => one.subscriptionId === subscription.id))}
          onClose={() => setOpen(false)}
        />
      )}
    </Banner>
  )
}

interface AcceptDialogProps extends SubscriptionProps {
  /** The default card; null where a free subscription needs none. */
  card: string | null
  /** What is charged immediately; null for nothing. */
  sum: string | null
  onClose: () => void
}

function AcceptDialog({ subscription, card, sum, onClose }: AcceptDialogProps) {
  const { api } = usePortal()
  const change = usePortalChange()
  const toast = useToast()
  const { id, product } = subscription
  const accept = async () => {
    await change(() => api.call(acceptPortalSubscription, { params: { id } }))
    toast({ title: `${product.name} accepted` })
    onClose()
  }
  return (
    <ConfirmDialog
      open
      title={`Accept ${product.name}?`}
      effects={[
        ...(sum === null || card === null ? [] : [`${sum} overdue is charged to ${card} now.`]),
        ...(card === null ? [] : [`Future payments are charged to ${card}.`]),
        'The card that was entered at the checkout is removed.',
      ]}
      confirm={sum === null || card === null ? 'Accept' : `Accept and pay ${sum}`}
      onOpenChange={onClose}
      onConfirm={accept}
    />
  )
}
