import type { Overview } from '@guildhall/contract/overview/overview'
import CircleDot from 'lucide-react/icons/circle-dot'
import CircleX from 'lucide-react/icons/circle-x'
import Receipt from 'lucide-react/icons/receipt'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Scale from 'lucide-react/icons/scale'
import UserRoundPlus from 'lucide-react/icons/user-round-plus'
import Zap from 'lucide-react/icons/zap'
import type { ReactNode } from 'react'
import { customerName } from '#/entities/customer/customer-name.ts'
import { hasPage, ObjectLink } from '#/entities/organization/object-link.tsx'
import { Card } from '#/ui/card.tsx'
import { Timeline } from '#/ui/timeline.tsx'

type Event = Overview['activity'][number]

/** What happened lately. New events appear by themselves. */
export function ActivityCard({ activity }: { activity: readonly Event[] }) {
  return (
    <Card flush title="Latest activity">
      <Timeline
        entries={activity.map(entryOf)}
        failure={null}
        empty="Purchases, renewals and cancellations appear here as they happen."
        isFetchingOlder={false}
      />
    </Card>
  )
}

const entryOf = (event: Event) => ({
  id: event.id,
  at: event.timestamp,
  icon: iconOf(event),
  title: <EventLink event={event} />,
  by: customerName(event.customer),
  changes: [],
})

/** To what it is about, else to the customer. */
function EventLink({ event: { title, object, customer } }: { event: Event }) {
  const { type, id } = hasPage(object.type) ? object : { type: 'customer', id: customer.id }
  return (
    <ObjectLink quiet type={type} id={id}>
      {title}
    </ObjectLink>
  )
}

const iconOf = ({ type }: Event): ReactNode =>
  icons[type] ?? iconOfKind[type.split('.')[0] ?? ''] ?? <CircleDot />

const icons: Readonly<Record<string, ReactNode>> = {
  'payment.failed': <CircleX className="text-bad" />,
  'subscription.revoked': <CircleX />,
}

/** By the type of object. */
const iconOfKind: Readonly<Record<string, ReactNode>> = {
  customer: <UserRoundPlus />,
  dispute: <Scale />,
  order: <Receipt />,
  refund: <RotateCcw />,
  subscription: <RefreshCw />,
  top_up: <Zap />,
}
