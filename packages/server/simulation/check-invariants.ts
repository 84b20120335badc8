import type { Id } from '@guildhall/contract/primitives'
import { payoutAmounts } from '../src/domains/ledger/actions/record-payout.ts'
import { listAccounts } from '../src/domains/ledger/store/balances.ts'
import { sumDebts } from '../src/domains/orders/store/customer-balances.ts'
import { readFacts } from '../src/domains/subscriptions/actions/read-facts.ts'
import { subscriptionAmount } from '../src/domains/subscriptions/rules/amounts.ts'
import { nextDueAt } from '../src/domains/subscriptions/rules/due.ts'
import type { SubscriptionFacts } from '../src/domains/subscriptions/rules/facts.ts'
import { negate, sum } from '../src/kernel/money.ts'
import { movementsDerivedOtherwise } from './derived-movements.ts'
import { askGathered } from './gathered-rows.ts'
import { alwaysTrue, trueAtRest } from './invariants.ts'
import type { BillingEnvironment, Shop } from './shop.ts'

type Invariants = Readonly<Record<string, string>>

/** Checks all invariants of many shops in one query, because planning it is slow. */
const queryOf = (invariants: Invariants): string => {
  const queries = Object.entries(invariants).map(
    ([name, query]) => `select '${name}' as name, violation::text from (${query}) invariant`,
  )
  return `select w.id, l.name, l.violation
            from unnest($1::uuid[], $2::timestamptz[]) w (id, now)
           cross join lateral (${queries.join('\nunion all\n')}) l`
}

const always = { name: 'always true', text: queryOf(alwaysTrue) }
const atRest = { name: 'true at rest', text: queryOf({ ...alwaysTrue, ...trueAtRest }) }

type Faults = ReadonlyMap<Id<'organization'>, readonly string[]>

/** Violations in shops that are still running. */
export const faultsOf = (
  environment: BillingEnvironment,
  shops: readonly Shop[],
): Promise<Faults> => check(environment, shops, always)

/** Violations in shops with nothing left to do. */
export async function faultsAtRest(
  environment: BillingEnvironment,
  shops: readonly Shop[],
): Promise<Faults> {
  const found = new Map(await check(environment, shops, atRest))
  for (const shop of shops) {
    const earlier = found.get(shop.organizationId) ?? []
    found.set(shop.organizationId, [...earlier, ...(await movementsDerivedOtherwise(shop))])
  }
  return found
}

interface NamedQuery {
  readonly name: string
  readonly text: string
}

async function check(
  { database }: BillingEnvironment,
  shops: readonly Shop[],
  query: NamedQuery,
): Promise<Faults> {
  const organizationIds = shops.map(({ organizationId }) => organizationId)
  const times = shops.map(({ environment }) => environment.clock.now())
  const { text } = query
  const found = await askGathered(database, { text, organizationIds }, (client) =>
    client.query<Record<'id' | 'name' | 'violation', string>>({
      ...query,
      values: [organizationIds, times],
    }),
  )
  const faults = new Map<Id<'organization'>, string[]>()
  for (const shop of shops) {
    const { organizationId } = shop
    const rows = found.rows.filter(({ id }) => id === organizationId)
    faults.set(organizationId, [
      ...rows.map(({ name, violation }) => `${name}: ${violation}`),
      ...(await inconsistentRows(shop)),
      ...(await unfundedPayouts(shop)),
    ])
  }
  return faults
}

interface DerivedColumns {
  readonly status: string
  readonly amount: number
  readonly dueAt: Date | null
}

/** What the seller could be paid out must be at the processor. Below zero, the seller pays in. */
async function unfundedPayouts({ environment, organizationId }: Shop): Promise<string[]> {
  const { kysely } = environment.database
  const due = await payoutAmounts(kysely, organizationId, sumDebts)
  const accounts = await listAccounts(kysely, organizationId)
  return due.flatMap(({ currency, amount }) => {
    const cash = sum(
      accounts
        .filter((one) => one.account === 'cash_at_processor' && one.currency === currency)
        .map((one) => negate(one.amount)),
    )
    return amount <= 0 || amount <= cash ? [] : [`a payout has its money: ${amount} of ${cash}`]
  })
}

/** The derived columns of a row must match its facts. */
async function inconsistentRows({ environment, organizationId }: Shop): Promise<string[]> {
  const { kysely } = environment.database
  const rows = await kysely
    .selectFrom('subscription')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .execute()
  const facts = await readFacts(kysely, rows)
  return rows.flatMap((row) => inconsistencies(row, facts.get(row.id)))
}

function inconsistencies(
  { status, amount, dueAt }: DerivedColumns,
  facts: SubscriptionFacts | undefined,
): string[] {
  if (facts === undefined) return [`every row has facts: missing for one that is ${status}`]
  const due = nextDueAt(facts)
  const total = subscriptionAmount(facts)
  return [
    ...(total === amount ? [] : [`the amount is the sum of the prices: ${total}, not ${amount}`]),
    ...(due?.getTime() === dueAt?.getTime()
      ? []
      : [
          `the due date follows from the facts: ${due?.toISOString()}, not ${dueAt?.toISOString()}`,
        ]),
  ]
}
