import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Customer } from '#/entities/customer/customer-queries.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { Card } from '#/ui/card.tsx'
import { DataTable } from '#/ui/data-table.tsx'
import { Entries } from '#/ui/entries.tsx'
import { linkClasses } from '#/ui/link-classes.ts'
import { customerMeterColumns } from './customer-meter-columns.tsx'
import { EventEntry } from './event-entry.tsx'
import { customerMetersQuery, latestEventsQuery } from './usage-queries.ts'

interface CustomerUsageProps {
  customerId: Customer['id']
  /** Of the card with the meters. */
  actions?: ReactNode
}

/** What a customer used of each meter, and their latest events. */
export function CustomerUsage({ customerId, actions }: CustomerUsageProps) {
  return (
    <>
      <Meters customerId={customerId} actions={actions} />
      <LatestEvents customerId={customerId} />
    </>
  )
}

function Meters({ customerId, actions }: CustomerUsageProps) {
  const { id } = useOrganization()
  const { data, error } = useQuery(customerMetersQuery(id, customerId))
  return (
    <Card flush title="Usage" actions={actions}>
      {data && data.length > 0 ? (
        <DataTable
          label="Meters"
          columns={customerMeterColumns}
          rows={data}
          rowId={(one) => one.id}
          view={wholeList}
          onViewChange={nothing}
          total={data.length}
          limit={data.length}
          empty={null}
        />
      ) : (
        <Entries
          count={data?.length ?? null}
          failure={error && failureMessage(error)}
          empty="No meter has counted anything."
        >
          {null}
        </Entries>
      )}
    </Card>
  )
}

/** Sorting and paging are fixed. */
const wholeList = { page: 1, search: '' } as const

function nothing(): void {
  // Nothing of the table can be changed.
}

/** Nothing while there are none. */
function LatestEvents({ customerId }: CustomerUsageProps) {
  const { id, slug } = useOrganization()
  const { data = [] } = useQuery(latestEventsQuery(id, customerId))
  if (data.length === 0) return null
  return (
    <Card
      flush
      title="Latest events"
      actions={
        <Link
          to="/dashboard/$slug/events"
          params={{ slug }}
          search={{ customer: customerId }}
          className={`${linkClasses} text-s`}
        >
          All events
        </Link>
      }
    >
      <ol aria-label="Latest events" data-rows="">
        {data.map((event) => (
          <EventEntry key={event.id} event={event} columns={ofOneCustomer} />
        ))}
      </ol>
    </Card>
  )
}

const ofOneCustomer = ['source', 'timestamp'] as const
