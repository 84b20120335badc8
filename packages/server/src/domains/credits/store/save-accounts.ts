import type { Id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import { type Decimal, formatDecimal } from '../../../kernel/decimal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { inOrder } from '../../../platform/database/in-order.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { type Movement, sumOf, type Usage, zero } from '../rules/account.ts'
import type { MeteredUsage } from '../rules/follow-usage.ts'
import type { Lot } from '../rules/lots.ts'
import { type AccountKey, asKeys, isOfKey } from './accounts.ts'
import { type CreditFacts, noSubscription } from './facts.ts'

export interface MadeMovement extends Movement {
  readonly id: Id<'creditMovement'>
  readonly cause: string
  /** Among the movements of its cause. */
  readonly position: number
  readonly balance: Decimal
  readonly reason: string | null
  readonly usage: Usage | null
}

/** An account before and after what was decided about it. */
export interface ChangedAccount {
  readonly key: AccountKey
  readonly before: CreditFacts
  readonly after: CreditFacts
  readonly movements: readonly MadeMovement[]
}

export async function saveAccounts(
  tx: Transaction<Tables>,
  changed: readonly ChangedAccount[],
  now: Date,
): Promise<void> {
  const moved = changed.filter(({ before, after }) => before !== after)
  if (moved.length === 0) return
  await inOrder(tx, [
    () => saveLots(tx, moved, now),
    () => saveBurns(tx, moved),
    () => saveLotBurns(tx, moved),
    () => insertMovements(tx, moved, now),
    () => touchAccounts(tx, moved, now),
  ])
}

function saveLots(tx: Transaction<Tables>, moved: readonly ChangedAccount[], now: Date) {
  const rows = moved.flatMap(({ key, before, after, movements }) =>
    after.account.lots
      .filter((lot) => !before.account.lots.includes(lot))
      .map((lot) => ({ ...key, ...lotColumns(lot, now), reason: reasonOf(lot, movements) })),
  )
  return sql`
    insert into credit_lot as l
    select * from jsonb_populate_recordset(null::credit_lot, ${jsonRows(rows)}::jsonb)
        on conflict (organization_id, id) do update
       set remaining = excluded.remaining, closed_by = excluded.closed_by,
           closed_at = case when excluded.closed_by is not null
                            then coalesce(l.closed_at, excluded.closed_at) end,
           withheld = excluded.withheld`.execute(tx)
}

const lotColumns = (lot: Lot, now: Date) => ({
  id: lot.id,
  source: lot.source,
  sourceId: lot.sourceId,
  amount: formatDecimal(lot.amount),
  remaining: formatDecimal(lot.remaining),
  priority: lot.priority,
  rollsOver: lot.rollover !== null,
  createdAt: lot.createdAt,
  expiresAt: lot.expiresAt,
  closedBy: lot.closed?.by ?? null,
  closedAt: lot.closed === null ? null : now,
  withheld: formatDecimal(lot.closed?.withheld ?? zero),
})

const reasonOf = ({ id }: Lot, movements: readonly MadeMovement[]): string | null =>
  movements.find(({ kind, lotId }) => kind === 'open' && lotId === id)?.reason ?? null

const usageColumns = ({ subscriptionId, period }: Usage) => ({
  subscriptionId: subscriptionId ?? noSubscription,
  startsAt: period,
})

function saveBurns(tx: Transaction<Tables>, moved: readonly ChangedAccount[]) {
  const rows = moved.flatMap(({ key, after }) =>
    after.metered.map((one) => {
      const { units, billed } = overageIn(after, one.usage)
      return {
        ...key,
        ...usageColumns(one.usage),
        burned: formatDecimal(one.burned),
        overage: formatDecimal(units),
        billed: formatDecimal(billed),
      }
    }),
  )
  return sql`
    insert into credit_burn
    select * from jsonb_populate_recordset(null::credit_burn, ${jsonRows(rows)}::jsonb)
        on conflict (organization_id, customer_id, meter_id, subscription_id, starts_at) do update
       set burned = excluded.burned, overage = excluded.overage, billed = excluded.billed`.execute(
    tx,
  )
}

const overageIn = ({ account }: CreditFacts, usage: Usage) =>
  account.overages.find(({ usage: other }) => isSame(other, usage)) ?? {
    units: zero,
    billed: zero,
    covers: [],
  }

const isSame = (a: Usage, b: Usage): boolean =>
  a.period === b.period && a.subscriptionId === b.subscriptionId

/** Also of lots that serve nothing of it any more. */
function saveLotBurns(tx: Transaction<Tables>, moved: readonly ChangedAccount[]) {
  const rows = moved.flatMap(({ key, before, after }) =>
    after.metered.flatMap((one) => {
      const former = before.metered.find(({ usage }) => isSame(usage, one.usage))
      return servingLots(before, former, after, one).map((lotId) => ({
        ...key,
        ...usageColumns(one.usage),
        lotId,
        units: unitsOf(one.lots, lotId),
        covered: unitsOf(overageIn(after, one.usage).covers, lotId),
      }))
    }),
  )
  return sql`
    insert into credit_lot_burn
    select * from jsonb_populate_recordset(null::credit_lot_burn, ${jsonRows(rows)}::jsonb)
        on conflict (organization_id, customer_id, meter_id, subscription_id, starts_at, lot_id)
        do update set units = excluded.units, covered = excluded.covered`.execute(tx)
}

function servingLots(
  before: CreditFacts,
  former: MeteredUsage | undefined,
  after: CreditFacts,
  one: MeteredUsage,
): readonly Id<'creditLot'>[] {
  const all = [
    ...(former?.lots ?? []),
    ...one.lots,
    ...overageIn(before, one.usage).covers,
    ...overageIn(after, one.usage).covers,
  ]
  return [...new Set(all.map(({ lotId }) => lotId))]
}

const unitsOf = (all: MeteredUsage['lots'], lotId: Id<'creditLot'>): string =>
  formatDecimal(sumOf(all.filter((one) => one.lotId === lotId)))

function insertMovements(tx: Transaction<Tables>, moved: readonly ChangedAccount[], now: Date) {
  const rows = moved.flatMap(({ key, movements }) =>
    movements.map(({ usage, units, balance, ...movement }) => ({
      ...key,
      ...movement,
      units: formatDecimal(units),
      balance: formatDecimal(balance),
      ...(usage !== null && usageColumns(usage)),
      createdAt: now,
    })),
  )
  return sql`
    insert into credit_movement
    select * from jsonb_populate_recordset(null::credit_movement, ${jsonRows(rows)}::jsonb)
    `.execute(tx)
}

function touchAccounts(tx: Transaction<Tables>, moved: readonly ChangedAccount[], now: Date) {
  const keys = moved.map(({ key }) => key)
  return sql`
    update credit_account a
       set version = a.version + 1, modified_at = ${now}
      from ${asKeys(keys)}
     where ${isOfKey('a', keys)}`.execute(tx)
}
