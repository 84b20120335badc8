import { useInfiniteQuery } from '@tanstack/react-query'
import CircleDot from 'lucide-react/icons/circle-dot'
import Gift from 'lucide-react/icons/gift'
import KeyRound from 'lucide-react/icons/key-round'
import Pencil from 'lucide-react/icons/pencil'
import Receipt from 'lucide-react/icons/receipt'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import UserRoundPlus from 'lucide-react/icons/user-round-plus'
import type { ReactNode } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { Card } from '#/ui/card.tsx'
import { Timeline } from '#/ui/timeline.tsx'
import { actorText, changeLine } from './customer-event-text.ts'
import { type Customer, type CustomerEvent, customerTimelineQuery } from './customer-queries.ts'

/** The timeline of a customer. */
export function CustomerTimeline({ customer }: { customer: Customer }) {
  const { id } = useOrganization()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    customerTimelineQuery(id, customer.id),
  )
  return (
    <Card flush title="Timeline">
      <Timeline
        entries={data?.pages.flatMap(({ items }) => items.map(entryOf)) ?? null}
        failure={error && failureMessage(error)}
        empty="No earlier events recorded."
        onOlder={hasNextPage ? () => void fetchNextPage() : undefined}
        isFetchingOlder={isFetchingNextPage}
      />
    </Card>
  )
}

const entryOf = (event: CustomerEvent) => ({
  id: event.id,
  at: event.timestamp,
  icon: icons[event.type] ?? iconOfKind[event.type.split('.')[0] ?? ''] ?? <CircleDot />,
  title: event.title,
  by: actorText(event.actor),
  changes: event.changes.map(changeLine),
})

const icons: Readonly<Record<string, ReactNode>> = {
  'customer.created': <UserRoundPlus />,
  'customer.updated': <Pencil />,
  'customer_session.created': <KeyRound />,
}

/** The icon, by the type of object. */
const iconOfKind: Readonly<Record<string, ReactNode>> = {
  benefit_grant: <Gift />,
  order: <Receipt />,
  subscription: <RefreshCw />,
}
