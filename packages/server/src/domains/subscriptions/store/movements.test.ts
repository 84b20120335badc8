import type { Currency } from '@guildhall/contract/primitives'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { newSubscriber, newSubscriptionRow, type Subscriber } from '../../../../test/subscribers.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { insertMovements, type NewMovement } from './movements.ts'

const db = testDatabase()

const march = new Date('2026-03-01T00:00:00Z')
const april = new Date('2026-04-01T00:00:00Z')
const may = new Date('2026-05-01T00:00:00Z')

const movementOf = (
  { customerId, productId, subscriptionId }: Subscriber,
  values: Pick<NewMovement, 'kind' | 'version' | 'occurredAt'>,
): NewMovement => {
  const isEnd = values.kind === 'churn'
  const amount = minorUnits(isEnd ? -1000 : 1000)
  return {
    customerId,
    productId,
    subscriptionId,
    currency: 'usd' as Currency,
    position: 0,
    isStart: !isEnd,
    listAmount: amount,
    billingAmount: amount,
    trialAmount: minorUnits(0),
    committedAmount: amount,
    started: isEnd ? 0 : 1,
    ended: isEnd ? 1 : 0,
    switched: 0,
    ...values,
  }
}

/** Writes the movements, together or one by one, and returns the kind of the second subscription. */
async function kindOfSecond(secondAt: Date, isTogether: boolean): Promise<string | undefined> {
  const first = await newSubscriber(db.database)
  const { organizationId, customerId, productId } = first
  const own = { organizationId, customerId, productId }
  const second = { ...own, subscriptionId: await newSubscriptionRow(db.database, own) }
  const started = movementOf(first, { kind: 'new', version: 1, occurredAt: march })
  const last = [
    movementOf(first, { kind: 'churn', version: 2, occurredAt: april }),
    movementOf(second, { kind: 'new', version: 1, occurredAt: secondAt }),
  ]
  const batches = isTogether ? [[started], last] : [[started], ...last.map((one) => [one])]
  await db.database.transact(async (tx) => {
    for (const batch of batches) await insertMovements(tx, organizationId, batch)
  })
  const row = await db.database.kysely
    .selectFrom('subscriptionMovement')
    .select('kind')
    .where('organizationId', '=', organizationId)
    .where('subscriptionId', '=', second.subscriptionId)
    .executeTakeFirst()
  return row?.kind
}

it.each([true, false])(
  'a subscription that starts as the last one ends is new (together: %s)',
  async (isTogether) => {
    expect(await kindOfSecond(april, isTogether)).toBe('new')
  },
)

it('a customer who comes back later is a reactivation', async () => {
  expect(await kindOfSecond(may, false)).toBe('reactivation')
})
