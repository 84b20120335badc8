import type { Id } from '@guildhall/contract/primitives'
import type { EventInput } from '@guildhall/contract/usage/event-input'
import { assert } from '../../../kernel/assert.ts'
import { distinct, groupBy } from '../../../kernel/indexing.ts'
import type { NamedFacts } from '../rules/place-events.ts'
import {
  findByExternalIds,
  findCustomers,
  findFrozenClocks,
  findSubscriptions,
  type Named,
} from '../store/named.ts'
import { findCompleteFrom } from '../store/retention.ts'
import type { UsageDeps } from './deps.ts'

/** The events of one request. */
export interface Ingestion {
  readonly organizationId: Id<'organization'>
  readonly events: readonly EventInput[]
}

/** One round trip for all requests. */
export async function gatherFacts(
  { uowFactory, clock }: Pick<UsageDeps, 'uowFactory' | 'clock'>,
  ingestions: readonly Ingestion[],
): Promise<(organizationId: Id<'organization'>) => NamedFacts> {
  const { reads } = uowFactory.database
  const byOrganization = groupBy(ingestions, ({ organizationId }) => organizationId)
  const namedBy = (keyOf: (event: EventInput) => string | null | undefined): Named[] =>
    [...byOrganization].flatMap(([organizationId, own]) =>
      distinct(own.flatMap(({ events }) => events.flatMap((event) => keyOf(event) ?? []))).map(
        (key) => ({ organizationId, key }),
      ),
    )
  const [clocks, retentions, customers, known, subscriptions] = await Promise.all([
    findFrozenClocks(reads, [...byOrganization.keys()]),
    findCompleteFrom(reads, [...byOrganization.keys()]),
    findCustomers(
      reads,
      namedBy(({ customerId }) => customerId),
    ),
    findByExternalIds(
      reads,
      namedBy(({ externalCustomerId }) => externalCustomerId),
    ),
    findSubscriptions(
      reads,
      namedBy(({ subscriptionId }) => subscriptionId),
    ),
  ])
  const customersOf = groupBy(customers, ownerOf)
  const knownOf = groupBy(known, ownerOf)
  const subscriptionsOf = groupBy(subscriptions, ownerOf)
  const facts = new Map(
    [...byOrganization.keys()].map((organizationId): [string, NamedFacts] => [
      organizationId,
      {
        now: clocks.get(organizationId) ?? clock.now(),
        completeFrom: retentions.get(organizationId) ?? null,
        customerIds: new Set(customersOf.get(organizationId)?.map(({ key }) => key)),
        byExternalId: new Map(knownOf.get(organizationId)?.map(({ key, id }) => [key, id])),
        subscriptions: new Map(
          subscriptionsOf.get(organizationId)?.map(({ key, customerId }) => [key, customerId]),
        ),
      },
    ]),
  )
  return (organizationId) => {
    const found = facts.get(organizationId)
    assert(found !== undefined, 'facts are gathered for every request')
    return found
  }
}

const ownerOf = ({ organizationId }: Named) => organizationId
