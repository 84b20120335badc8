import type { Id } from '@guildhall/contract/primitives'
import { creditClosings, creditSources } from '@guildhall/contract/usage/credit-shapes'
import { type Kysely, type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import { decimal } from '../../../kernel/decimal.ts'
import { groupBy } from '../../../kernel/indexing.ts'
import type { CreditLotTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { type CreditAccount, isPositive, type Overage, type Usage } from '../rules/account.ts'
import type { MeteredUsage } from '../rules/follow-usage.ts'
import type { Lot } from '../rules/lots.ts'
import { type AccountKey, asKeys, isOfKey, textOf } from './accounts.ts'

/** What a decision about an account needs to know. */
export interface CreditFacts {
  readonly account: CreditAccount
  readonly metered: readonly MeteredUsage[]
}

/**
 * Lots that may still change, and usage that isn’t burned yet or that no lot has served. By the texts
 * of the keys.
 */
export async function readFacts(
  db: Kysely<Tables>,
  keys: readonly AccountKey[],
  causes: ReadonlySet<string> = new Set(),
): Promise<ReadonlyMap<string, CreditFacts>> {
  const [lots, usage] = await Promise.all([readLots(db, keys), readUsage(db, keys)])
  const lotsOf = groupBy(lots, textOf)
  const usageOf = groupBy(usage, textOf)
  return new Map(
    keys.map((key) => {
      const text = textOf(key)
      const rows = usageOf.get(text) ?? []
      const account: CreditAccount = {
        lots: (lotsOf.get(text) ?? []).map(lotOf),
        overages: rows.map(overageIn).filter(isLeft),
        causes,
      }
      return [text, { account, metered: rows.map(meteredIn) }]
    }),
  )
}

export type LotRow = Selectable<CreditLotTable>

async function readLots(db: Kysely<Tables>, keys: readonly AccountKey[]): Promise<LotRow[]> {
  const { rows } = await sql<LotRow>`
    select l.*
      from ${asKeys(keys)}
      join credit_lot l on ${isOfKey('l', keys)}
     where l.closed_by is null or l.closed_by = 'revocation'`.execute(db)
  return rows
}

const lotOf = (row: LotRow): Lot => ({
  id: row.id,
  source: sourceIn(row.source),
  sourceId: row.sourceId,
  scope: { subscriptionId: null, entity: null },
  amount: decimal(row.amount),
  remaining: decimal(row.remaining),
  expiresAt: row.expiresAt,
  priority: row.priority,
  createdAt: row.createdAt,
  rollover: row.rollsOver ? { cap: null } : null,
  closed:
    row.closedBy === null ? null : { by: closingIn(row.closedBy), withheld: decimal(row.withheld) },
})

const sourceIn = (text: string): Lot['source'] => z.parse(z.enum(creditSources), text)

const closingIn = (text: string) => z.parse(z.enum(creditClosings), text)

interface LotBurn {
  readonly lotId: Id<'creditLot'>
  readonly units: string
  readonly covered: string
}

interface UsageRow extends AccountKey {
  readonly subscriptionId: Id<'subscription'> | null
  /** An instant, or `-infinity` outside of subscriptions. */
  readonly startsAt: string
  readonly consumed: string
  readonly burned: string
  readonly overage: string
  readonly billed: string
  readonly lots: readonly LotBurn[]
}

export const noSubscription = '00000000-0000-0000-0000-000000000000'

async function readUsage(db: Kysely<Tables>, keys: readonly AccountKey[]): Promise<UsageRow[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<UsageRow>`
    select k.organization_id as "organizationId", k.customer_id as "customerId",
           k.meter_id as "meterId", nullif(p.subscription_id, ${noSubscription}) as "subscriptionId",
           to_jsonb(p.starts_at) #>> '{}' as "startsAt", p.used::text as consumed, p.burned::text,
           p.overage::text, p.billed::text,
           (select coalesce(json_agg(json_build_object('lotId', s.lot_id, 'units', s.units::text,
                                                       'covered', s.covered::text)), '[]')
              from credit_lot_burn s
              join credit_lot l on l.organization_id = s.organization_id and l.id = s.lot_id
             where ${isOfKey('s', keys)} and s.subscription_id = p.subscription_id
               and s.starts_at = p.starts_at and l.closed_by is null) as lots
      from ${asKeys(keys)}
     cross join lateral (
       select subscription_id, starts_at, greatest(coalesce(m.consumed_units, 0), 0) as used,
              coalesce(b.burned, 0) as burned, coalesce(b.overage, 0) as overage,
              coalesce(b.billed, 0) as billed
         from (select subscription_id, starts_at, consumed_units
                 from metered_usage u
                where ${isOfKey('u', keys)}) m
         full join (select subscription_id, starts_at, burned, overage, billed
                      from credit_burn c
                     where ${isOfKey('c', keys)}) b
        using (subscription_id, starts_at)) p
     where p.used <> p.burned or p.overage > 0
     order by p.starts_at, p.subscription_id`.execute(db)
  return rows
}

const usageIn = ({ subscriptionId, startsAt }: UsageRow): Usage => ({
  subscriptionId,
  entity: null,
  period: startsAt,
})

const overageIn = (row: UsageRow): Overage => ({
  usage: usageIn(row),
  units: decimal(row.overage),
  billed: decimal(row.billed),
  covers: row.lots
    .map(({ lotId, covered }) => ({ lotId, units: decimal(covered) }))
    .filter(({ units }) => isPositive(units)),
})

const isLeft = ({ units, billed, covers }: Overage): boolean =>
  isPositive(units) || isPositive(billed) || covers.length > 0

const meteredIn = (row: UsageRow): MeteredUsage => ({
  usage: usageIn(row),
  consumed: decimal(row.consumed),
  burned: decimal(row.burned),
  lots: row.lots
    .map(({ lotId, units }) => ({ lotId, units: decimal(units) }))
    .filter(({ units }) => isPositive(units)),
})
