import { useQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import CreditCard from 'lucide-react/icons/credit-card'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import TimerOff from 'lucide-react/icons/timer-off'
import type { ReactNode } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { Card } from '#/ui/card.tsx'
import { Timeline } from '#/ui/timeline.tsx'
import { attemptsQuery, type Checkout, orderQuery } from './checkout-queries.ts'
import { type Step, stepsOf } from './checkout-steps.ts'

/** The history of a checkout, from its opening to its outcome. */
export function CheckoutTimeline({ checkout }: { checkout: Checkout }) {
  const { id } = useOrganization()
  const attempts = useQuery(attemptsQuery(id, checkout.id))
  const order = useQuery(orderQuery(id, checkout.id))
  const error = attempts.error ?? order.error
  const isThere = attempts.data !== undefined && order.data !== undefined
  return (
    <Card flush title="Timeline">
      <Timeline
        entries={isThere ? stepsOf(checkout, attempts.data, order.data).map(entryOf) : null}
        failure={error && failureMessage(error)}
        empty="Nothing has happened yet."
        isFetchingOlder={false}
      />
    </Card>
  )
}

const entryOf = ({ id, at, kind, title, about }: Step) => ({
  id,
  at,
  icon: icons[kind],
  title,
  by: about,
  changes: [],
})

const icons: Readonly<Record<Step['kind'], ReactNode>> = {
  opened: <ShoppingCart />,
  asked: <CreditCard />,
  declined: <CircleX />,
  paid: <CircleCheck />,
  bought: <ShoppingBag />,
  expired: <TimerOff />,
  failed: <CircleX />,
}
