import type { ReactNode } from 'react'
import { ObjectLink } from '#/entities/organization/object-link.tsx'
import { formatInstant } from '#/lib/format.ts'
import { Copyable } from '#/ui/copyable.tsx'
import { Facts } from '#/ui/facts.tsx'
import type { UsageEvent } from './usage-queries.ts'

/** What is known of an event in addition to its metadata. */
export function EventFacts({ event }: { event: UsageEvent }) {
  const { id, externalId, externalCustomerId, subscriptionId, entity } = event
  return (
    <Facts
      facts={[
        { label: 'ID', value: <Copyable short text={id} /> },
        ...when(externalId, (text) => ({
          label: 'External ID',
          value: <Copyable text={text} what="external ID" />,
        })),
        { label: 'Happened', value: formatInstant(event.timestamp) },
        { label: 'Ingested', value: formatInstant(event.ingestedAt) },
        ...voided(event),
        ...when(externalCustomerId, (text) => ({
          label: 'External customer ID',
          value: <Copyable text={text} what="external ID of the customer" />,
        })),
        ...when(subscriptionId, (one) => ({
          label: 'Subscription',
          value: <ObjectLink type="subscription" id={one} />,
        })),
        ...when(entity, (text) => ({
          label: 'Entity',
          value: <Copyable text={text} what="entity" />,
        })),
      ]}
    />
  )
}

const voided = ({ voidedAt, voidReason, replacedBy }: UsageEvent): Fact[] =>
  voidedAt === null
    ? []
    : [
        { label: 'Voided', value: formatInstant(voidedAt) },
        ...when(voidReason, (text) => ({ label: 'Reason', value: text })),
        ...when(replacedBy, (id) => ({
          label: 'Replaced by',
          value: <Copyable short text={id} />,
        })),
      ]

interface Fact {
  label: string
  value: ReactNode
}

const when = (value: string | null, fact: (value: string) => Fact): Fact[] =>
  value === null ? [] : [fact(value)]
