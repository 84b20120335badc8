import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { isOfOrganization, organizationsOf } from '../../../platform/database/of-organization.ts'

type OrganizationId = Id<'organization'>

/** Something that events of an organization name. */
export interface Named {
  readonly organizationId: OrganizationId
  readonly key: string
}

export interface FoundCustomer extends Named {
  readonly id: Id<'customer'>
}

/** Undeleted customers by their external ids. */
export const findByExternalIds = (
  db: Kysely<Tables>,
  named: readonly Named[],
): Promise<readonly FoundCustomer[]> =>
  findNamed(
    named,
    () => sql<FoundCustomer>`
    select c.organization_id as "organizationId", c.external_id as key, c.id
      from unnest(${ownersOf(named)}::uuid[], ${keysOf(named)}::text[]) as named (organization_id, key)
      join customer_reference c
        on ${isOf('c', named)} and c.external_id = named.key`,
    db,
  )

/** Undeleted customers. */
export const findCustomers = (
  db: Kysely<Tables>,
  named: readonly Named[],
): Promise<readonly Named[]> =>
  findNamed(
    named,
    () => sql<Named>`
    select c.organization_id as "organizationId", c.id as key
      from unnest(${ownersOf(named)}::uuid[], ${keysOf(named)}::uuid[]) as named (organization_id, key)
      join customer_reference c on ${isOf('c', named)} and c.id = named.key`,
    db,
  )

export interface FoundSubscription extends Named {
  readonly customerId: Id<'customer'>
}

export const findSubscriptions = (
  db: Kysely<Tables>,
  named: readonly Named[],
): Promise<readonly FoundSubscription[]> =>
  findNamed(
    named,
    () => sql<FoundSubscription>`
    select s.organization_id as "organizationId", s.id as key, s.customer_id as "customerId"
      from unnest(${ownersOf(named)}::uuid[], ${keysOf(named)}::uuid[]) as named (organization_id, key)
      join entitling_subscription s on ${isOf('s', named)} and s.id = named.key`,
    db,
  )

export async function findFrozenClocks(
  db: Kysely<Tables>,
  organizationIds: readonly OrganizationId[],
): Promise<ReadonlyMap<OrganizationId, Date>> {
  const { rows } = await sql<{ organizationId: OrganizationId; frozenAt: Date }>`
    select organization_id as "organizationId", frozen_at as "frozenAt" from frozen_clock
     where organization_id = any(${organizationIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ organizationId, frozenAt }) => [organizationId, frozenAt]))
}

const isOf = (alias: string, named: readonly Named[]) =>
  isOfOrganization({ alias, row: 'named', organizationIds: organizationsOf(named) })

const ownersOf = (named: readonly Named[]) => named.map((one) => one.organizationId)
const keysOf = (named: readonly Named[]) => named.map(({ key }) => key)

async function findNamed<T>(
  named: readonly Named[],
  query: () => ReturnType<typeof sql<T>>,
  db: Kysely<Tables>,
): Promise<readonly T[]> {
  return named.length === 0 ? [] : (await query().execute(db)).rows
}
