import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { distinct } from '../../../kernel/indexing.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { type Adoption, findAdoptions } from './adoptions.ts'
import { findByExternalIds } from './named.ts'

export type Condition = RawBuilder<boolean>

export interface Whom {
  readonly customerId?: readonly Id<'customer'>[] | undefined
  readonly externalCustomerId?: readonly string[] | undefined
}

/**
 * Conditions of which an event fulfils at most one; null for the events of everybody. An index
 * reads the events of each in the order of their time.
 */
export async function conditionsOf(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { customerId, externalCustomerId }: Whom,
): Promise<readonly Condition[] | null> {
  const byId = customerId === undefined ? null : await ofCustomers(db, organizationId, customerId)
  if (externalCustomerId === undefined) return byId
  const byExternalId = await ofExternalIds(db, organizationId, externalCustomerId)
  if (byId === null) return byExternalId
  const any = anyOf(byExternalId)
  return byId.map((condition) => sql<boolean>`(${condition} and ${any})`)
}

export const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` or `)})`

/** Conditions that aren’t asked for are left out. */
export const allOf = (conditions: readonly (Condition | undefined | false)[]): Condition =>
  sql<boolean>`(${sql.join(
    conditions.filter((one) => one !== undefined && one !== false),
    sql` and `,
  )})`

async function ofCustomers(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  ids: readonly Id<'customer'>[],
): Promise<readonly Condition[]> {
  const adoptions = await findAdoptions(db, organizationId, ids)
  return [...distinct(ids).map(ofCustomer), ...adoptions.map(adopted)]
}

async function ofExternalIds(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  externalIds: readonly string[],
): Promise<readonly Condition[]> {
  const named = distinct(externalIds)
  const customers = await findByExternalIds(
    db,
    named.map((key) => ({ organizationId, key })),
  )
  return [...customers.map(({ id }) => ofCustomer(id)), ...named.map(ofNobody)]
}

const ofCustomer = (id: Id<'customer'>): Condition => sql<boolean>`customer_id = ${id}`

const ofNobody = (externalId: string): Condition =>
  sql<boolean>`(customer_id is null and external_customer_id = ${externalId})`

const adopted = ({ externalCustomerId, after, upTo }: Adoption): Condition =>
  sql<boolean>`(${ofNobody(externalCustomerId)}
    and ingested_at > ${after}::timestamptz and ingested_at <= ${upTo}::timestamptz)`
