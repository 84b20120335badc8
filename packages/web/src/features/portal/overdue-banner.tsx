import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney } from '#/lib/format.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { PayDialog } from './pay-dialog.tsx'
import { overdueQuery, type PortalSubscription } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

interface OverdueBannerProps {
  subscription: PortalSubscription
}

/** What a subscription owes, with a button for its oldest order. */
export function OverdueBanner({ subscription }: OverdueBannerProps) {
  const { api } = usePortal()
  const { data = [] } = useQuery(overdueQuery(api))
  const [isPaying, setPaying] = useState(false)
  const owed = data.find(({ subscriptionId }) => subscriptionId === subscription.id)
  const [order] = owed?.orders ?? []
  const sum =
    owed === undefined || order === undefined
      ? null
      : formatMoney(order.dueAmount, owed.currency.toUpperCase())
  return (
    <Banner
      tone="warn"
      action={
        sum !== null && (
          <Button size="s" onClick={() => setPaying(true)}>
            Pay {sum}
          </Button>
        )
      }
    >
      The last payment failed. Pay it now, or add a card below to retry immediately.
      {isPaying && order !== undefined && (
        <PayDialog id={order.id} onClose={() => setPaying(false)} />
      )}
    </Banner>
  )
}
