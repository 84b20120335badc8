import type { Id } from '@guildhall/contract/primitives'
import { readFacts } from '../../src/domains/subscriptions/actions/read-facts.ts'
import { subscriptionAmount } from '../../src/domains/subscriptions/rules/amounts.ts'
import { nextDueAt } from '../../src/domains/subscriptions/rules/due.ts'
import type { SubscriptionFacts } from '../../src/domains/subscriptions/rules/facts.ts'
import { restingLaws, standingLaws } from './laws.ts'
import type { BillingGround, Shop } from './shop.ts'

type Laws = Readonly<Record<string, string>>

/** All laws of many shops in one question: there are many worlds, and planning it takes time. */
const question = (laws: Laws): string => {
  const asked = Object.entries(laws).map(
    ([name, law]) => `select '${name}' as name, says::text from (${law}) law`,
  )
  return `select w.id, l.name, l.says
            from unnest($1::uuid[], $2::timestamptz[]) w (id, now)
           cross join lateral (${asked.join('\nunion all\n')}) l`
}

const standing = { name: 'standing laws', text: question(standingLaws) }
const resting = { name: 'resting laws', text: question({ ...standingLaws, ...restingLaws }) }

type Faults = ReadonlyMap<Id<'organization'>, readonly string[]>

/** What is broken of shops in which things still go on. */
export const standingFaults = (ground: BillingGround, shops: readonly Shop[]): Promise<Faults> =>
  broken(ground, shops, standing)

/** What is broken of shops that have come to rest. */
export const restingFaults = (ground: BillingGround, shops: readonly Shop[]): Promise<Faults> =>
  broken(ground, shops, resting)

interface Question {
  readonly name: string
  readonly text: string
}

async function broken(
  { database }: BillingGround,
  shops: readonly Shop[],
  asked: Question,
): Promise<Faults> {
  const found = await database.pool.query<Record<'id' | 'name' | 'says', string>>({
    ...asked,
    values: [
      shops.map(({ organizationId }) => organizationId),
      shops.map(({ ground }) => ground.clock.now()),
    ],
  })
  const faults = new Map<Id<'organization'>, string[]>()
  for (const shop of shops) {
    const { organizationId } = shop
    const rows = found.rows.filter(({ id }) => id === organizationId)
    faults.set(organizationId, [
      ...rows.map(({ name, says }) => `${name}: ${says}`),
      ...(await misjudged(shop)),
    ])
  }
  return faults
}

interface Judged {
  readonly status: string
  readonly amount: number
  readonly dueAt: Date | null
}

/** What a row says of itself is what its facts come to. */
async function misjudged({ ground, organizationId }: Shop): Promise<string[]> {
  const { kysely } = ground.database
  const rows = await kysely
    .selectFrom('subscription')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .execute()
  const known = await readFacts(kysely, rows)
  return rows.flatMap((row) => judge(row, known.get(row.id)))
}

function judge({ status, amount, dueAt }: Judged, facts: SubscriptionFacts | undefined): string[] {
  if (facts === undefined) return [`every row has facts: not one that is ${status}`]
  const due = nextDueAt(facts)
  const comesTo = subscriptionAmount(facts)
  return [
    ...(comesTo === amount ? [] : [`prices come to the amount: ${comesTo}, not ${amount}`]),
    ...(due?.getTime() === dueAt?.getTime()
      ? []
      : [`it is due when its facts say: ${due?.toISOString()}, not ${dueAt?.toISOString()}`]),
  ]
}
