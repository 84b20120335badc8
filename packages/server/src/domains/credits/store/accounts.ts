import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { CreditAccountTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { isOfOrganization, organizationsOf } from '../../../platform/database/of-organization.ts'

/** Whose credits, and of which meter. */
export interface AccountKey {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly meterId: Id<'meter'>
}

export type AccountRow = Selectable<CreditAccountTable>

export const textOf = ({ customerId, meterId }: AccountKey): string => `${customerId} ${meterId}`

/** Of one organization. */
export const distinctKeys = (keys: readonly AccountKey[]): readonly AccountKey[] => [
  ...new Map(keys.map((key) => [textOf(key), key])).values(),
]

/** A table of a statement, called `k`. */
export const asKeys = (keys: readonly AccountKey[]) =>
  sql`jsonb_to_recordset(${jsonRows(
    keys.map(({ organizationId, customerId, meterId }) => ({
      organizationId,
      customerId,
      meterId,
    })),
  )}::jsonb) as k (organization_id uuid, customer_id uuid, meter_id uuid)`

/**
 * Makes accounts that aren’t there yet, in the order of their keys. Their credits have nothing to do
 * with periods that are over, and with what was billed early of others: that was billed without them.
 */
export async function openAccounts(
  tx: Transaction<Tables>,
  keys: readonly AccountKey[],
  now: Date,
): Promise<void> {
  const organizationIds = organizationsOf(keys)
  await sql`
    with opened as (
      insert into credit_account
        (organization_id, customer_id, meter_id, created_at, modified_at)
      select organization_id, customer_id, meter_id, ${now}, ${now}
        from ${asKeys(keys)}
       order by organization_id, customer_id, meter_id
          on conflict do nothing
      returning organization_id, customer_id, meter_id
    ), past as (
      select m.organization_id, m.customer_id, m.meter_id, m.subscription_id, m.starts_at,
             m.consumed_units
        from opened o
        join metered_usage m on ${isOfOrganization({ alias: 'm', row: 'o', organizationIds })}
         and m.customer_id = o.customer_id and m.meter_id = o.meter_id
       where m.ends_at <= ${now} and not m.is_open and m.consumed_units > 0
      union all
      select b.organization_id, b.customer_id, b.meter_id, b.subscription_id, b.starts_at,
             b.consumed_units
        from opened o
        join usage_billed_early b on ${isOfOrganization({ alias: 'b', row: 'o', organizationIds })}
         and b.customer_id = o.customer_id and b.meter_id = o.meter_id
        join metered_usage m on m.organization_id = b.organization_id
         and m.customer_id = b.customer_id and m.meter_id = b.meter_id
         and m.subscription_id = b.subscription_id and m.starts_at = b.starts_at
       where m.is_open and b.consumed_units > 0
    )
    insert into credit_burn (organization_id, customer_id, meter_id, subscription_id, starts_at,
                             burned, overage, billed)
    select organization_id, customer_id, meter_id, subscription_id, starts_at, consumed_units, 0,
           consumed_units
      from past`.execute(tx)
}

/** Whether a row belongs to one of the keys `k`. */
export const isOfKey = (alias: string, keys: readonly AccountKey[]) =>
  sql`${isOfCustomer(alias, keys)} and ${sql.ref(`${alias}.meter_id`)} = k.meter_id`

const isOfCustomer = (alias: string, customers: readonly Omit<AccountKey, 'meterId'>[]) => {
  const organizationIds = organizationsOf(customers)
  return sql`${isOfOrganization({ alias, row: 'k', organizationIds })}
       and ${sql.ref(`${alias}.customer_id`)} = k.customer_id`
}

/** Those that are there, in the order of their keys. */
export async function lockAccounts(
  tx: Transaction<Tables>,
  keys: readonly AccountKey[],
): Promise<AccountRow[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<AccountRow>`
    select a.*
      from ${asKeys(keys)}
      join credit_account a on ${isOfKey('a', keys)}
     order by a.organization_id, a.customer_id, a.meter_id
       for no key update of a`.execute(tx)
  return rows
}

/** Balances of these customers only change by usage until the transaction ends. */
export const holdBalances = async (
  tx: Transaction<Tables>,
  customers: readonly Omit<AccountKey, 'meterId'>[],
): Promise<void> =>
  void (await sql`
    select from credit_account a
      join unnest(${customers.map(({ organizationId }) => organizationId)}::uuid[],
                  ${customers.map(({ customerId }) => customerId)}::uuid[])
             as k (organization_id, customer_id)
        on ${isOfCustomer('a', customers)}
     order by a.organization_id, a.customer_id, a.meter_id
       for share of a`.execute(tx))

/** The accounts in which these grants have something to take, to give back, or to reset. */
export async function findAccountsOfGrants(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  grantIds: readonly Id<'benefitGrant'>[],
): Promise<(AccountKey & { readonly grantId: Id<'benefitGrant'> })[]> {
  const { rows } = await sql<AccountKey & { readonly grantId: Id<'benefitGrant'> }>`
    select distinct organization_id as "organizationId", customer_id as "customerId",
           meter_id as "meterId", source_id as "grantId"
      from credit_lot
     where organization_id = ${organizationId} and source_id = any(${grantIds}::uuid[])
       and source in ('grant', 'purchase', 'rollover') and (closed_by is null or closed_by = 'revocation')
     order by 1, 2, 3, 4`.execute(db)
  return rows
}

/** Which of these causes have moved an account of the organization. */
export async function findCauses(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  causes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('creditMovement')
    .select('cause')
    .distinct()
    .where('organizationId', '=', organizationId)
    .where('cause', '=', sql<string>`any(${causes}::text[])`)
    .execute()
  return new Set(rows.map(({ cause }) => cause))
}
