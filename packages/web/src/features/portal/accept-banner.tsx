import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { methodName } from '#/entities/payment/method-text.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { AcceptDialog } from './dialogs.ts'
import { overdueSum } from './overdue-sum.ts'
import { methodsQuery, overdueQuery, type PortalSubscription } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

interface AcceptBannerProps {
  subscription: PortalSubscription
}

/** For a subscription that was bought with the customer’s address, perhaps by somebody else. */
export function AcceptBanner({ subscription }: AcceptBannerProps) {
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
