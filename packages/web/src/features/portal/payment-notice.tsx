import { useQuery } from '@tanstack/react-query'
import { Banner } from '#/ui/banner.tsx'
import { noticeText } from './notice-text.ts'
import { PayButton } from './pay-button.tsx'
import { overdueQuery, type PortalSubscription } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

interface PaymentNoticeProps {
  subscription: PortalSubscription
}

/** What a subscription owes, with a button for its oldest order, or why it isn’t renewed. */
export function PaymentNotice({ subscription }: PaymentNoticeProps) {
  const { api } = usePortal()
  const { data } = useQuery(overdueQuery(api))
  if (data === undefined) return null
  const owed = data.find(({ subscriptionId }) => subscriptionId === subscription.id)
  const text = noticeText(subscription, owed)
  if (text === null) return null
  const [order] = owed?.orders ?? []
  return (
    <Banner tone="warn" action={owed && order && <PayButton owed={owed} order={order} />}>
      {text}
    </Banner>
  )
}
