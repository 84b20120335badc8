import { beforeEach, describe, expect, it } from 'vitest'
import { runFixture } from '../../../../test/child.ts'
import { testDatabase } from '../../../../test/database.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import {
  begin,
  keyOf,
  newBuyer,
  type PaymentTestOptions,
  paymentEvents,
  paymentNow,
  testPaymentParts,
} from '../../../../test/payments.ts'
import { runOn } from '../../../../test/sql.ts'
import { countStatements } from '../../../../test/statement-counter.ts'
import { newMethod } from '../../../../test/subscribers.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { carryOutPayment } from '../actions/carry-out-payment.ts'
import type { PaymentParts } from '../actions/parts.ts'
import type { Processor } from '../rules/processor.ts'
import { claimLeftPayments } from '../store/left-payments.ts'
import type { PaymentRow } from '../store/payments.ts'
import { resumePayments } from './resume-payments.ts'

const db = testDatabase()
const clock = movableClock()
const partsOf = (options: PaymentTestOptions = {}) =>
  testPaymentParts(db.database, { clock, ...options })

/** Only what a test leaves is left. */
beforeEach(async () => {
  await runOn(db.ownerUrl, 'update payment set resume_at = null')
})

const sweep = (parts: PaymentParts): Promise<void> =>
  resumePayments(parts).run(new AbortController().signal)

/** Payments that were begun and left, each of a buyer of their own. */
async function leave(parts: PaymentParts, count: number): Promise<PaymentRow[]> {
  const left: PaymentRow[] = []
  for (let made = 0; made < count; made += 1) {
    left.push(await begin(parts, await newBuyer(db.database)))
  }
  return left
}

/** By the processor’s own books, which nobody here writes. */
async function chargesOf({ organizationId }: PaymentRow): Promise<number> {
  const [row] = await runOn<{ count: number }>(
    db.ownerUrl,
    `select count(*)::int from sandbox_intent
      where organization_id = '${organizationId}' and status = 'succeeded'`,
  )
  return row?.count ?? 0
}

const statusesOf = async (parts: PaymentParts, payments: readonly PaymentRow[]) => {
  const now = await Promise.all(payments.map((payment) => paymentNow(parts, payment)))
  return now.map(({ status }) => status)
}

/** Counts which payments the processor was asked for the money of. */
function listening(asked: string[], fails: (key: string) => boolean = () => false) {
  return (processor: Processor): Processor => ({
    ...processor,
    charge: async (wish) => {
      asked.push(wish.key)
      if (fails(wish.key)) throw new Error(`a fault at ${wish.key}`)
      return processor.charge(wish)
    },
    chargeAll: async (wishes) => {
      asked.push(...wishes.map(({ key }) => key))
      if (wishes.some(({ key }) => fails(key))) throw new Error('a fault among them')
      return processor.chargeAll(wishes)
    },
  })
}

describe('payments that were left', () => {
  it('are carried out when they should long have been, and not before', async () => {
    const parts = partsOf()
    const [payment] = await leave(parts, 1)
    if (payment === undefined) throw new Error('one was left')
    clock.advance(20)
    await sweep(parts)
    expect(await paymentNow(parts, payment)).toMatchObject({ status: 'pending' })
    clock.advance(6)
    await sweep(parts)
    expect(await paymentNow(parts, payment)).toMatchObject({ status: 'succeeded' })
    expect(await paymentEvents(parts, payment)).toEqual(['payment.succeeded'])
    expect(await chargesOf(payment)).toBe(1)
  })

  it('are taken by one of many who look at once', async () => {
    const asked: string[] = []
    const parts = partsOf({ between: listening(asked) })
    const left = await leave(parts, 60)
    clock.advance(30)
    await Promise.all(Array.from({ length: 4 }, () => sweep(parts)))
    expect(asked.toSorted()).toEqual(left.map(({ id }) => id).toSorted())
    expect(new Set(await statusesOf(parts, left))).toEqual(new Set(['succeeded']))
  })

  it('are not waited for where somebody else is just taking them', async () => {
    const parts = partsOf()
    const left = await leave(parts, 5)
    clock.advance(30)
    const now = clock.now()
    const claim = { now, until: new Date(now.getTime() + 60_000) }
    const taken = await db.database.transact(async (tx) => {
      const first = await claimLeftPayments(tx, { ...claim, max: 3 })
      const others = await claimLeftPayments(db.database.kysely, { ...claim, max: 5 })
      return [first.length, others.length, ...[...first, ...others].map(({ id }) => id).toSorted()]
    })
    expect(taken).toEqual([3, 2, ...left.map(({ id }) => id).toSorted()])
  })

  it('hold up none of the others where one goes wrong, and are told of', async () => {
    const bad = new Set<string>()
    const parts = partsOf({ between: listening([], (key) => bad.has(key)) })
    const buyer = await newBuyer(db.database)
    const { id: paymentMethodId } = await newMethod(partsOf(), buyer)
    const charged = { source: { paymentMethodId } }
    const left = await leave(parts, 3)
    for (let made = 0; made < 3; made += 1) left.push(await begin(parts, buyer, charged))
    for (const at of [1, 4]) bad.add(left[at]?.id ?? '')
    clock.advance(30)
    await expect(sweep(parts)).rejects.toThrow('2 payments weren’t resumed')
    const good = 'succeeded'
    expect(await statusesOf(parts, left)).toEqual([good, 'pending', good, good, 'pending', good])
    bad.clear()
    clock.advance(60)
    await sweep(parts)
    expect(new Set(await statusesOf(parts, left))).toEqual(new Set([good]))
  })

  it('wait longer and longer while the processor is away, and are charged once', async () => {
    const asked: string[] = []
    const away = (processor: Processor): Processor => ({
      ...processor,
      charge: async ({ key }) => {
        asked.push(key)
        return { unavailable: 'status 503' }
      },
    })
    const cutOff = partsOf({ between: away })
    const [payment] = await leave(cutOff, 1)
    if (payment === undefined) throw new Error('one was left')
    const looks: number[] = []
    for (let second = 5; second <= 600; second += 5) {
      clock.advance(5)
      const before = asked.length
      await sweep(cutOff)
      if (asked.length > before) looks.push(second)
    }
    const gaps = looks.slice(1).map((at, place) => at - (looks[place] ?? 0))
    expect(gaps).toEqual(gaps.toSorted((one, other) => one - other))
    expect(gaps.length).toBeGreaterThan(4)
    clock.advance(3600)
    await sweep(partsOf())
    expect(await paymentNow(cutOff, payment)).toMatchObject({ status: 'succeeded' })
    expect(await chargesOf(payment)).toBe(1)
  })

  it('and wait for their buyer’s bank are looked at once', async () => {
    const parts = partsOf()
    const buyer = await newBuyer(db.database)
    const payment = await begin(parts, buyer, {
      confirmationToken: 'tok_sandbox_authenticate',
    })
    await carryOutPayment(parts, keyOf(payment))
    expect(await paymentNow(parts, payment)).toMatchObject({ status: 'pending' })
    clock.advance(30)
    await sweep(parts)
    expect(await paymentNow(parts, payment)).toMatchObject({ status: 'pending', resumeAt: null })
  })

  it('are asked about each minute where nobody else goes on', async () => {
    const away = (processor: Processor): Processor => ({
      ...processor,
      chargeAll: async (wishes) => wishes.map(() => ({ unavailable: 'status 503' })),
    })
    const parts = partsOf({ between: away })
    const buyer = await newBuyer(db.database)
    const { id: paymentMethodId } = await newMethod(partsOf(), buyer)
    const payment = await begin(parts, buyer, { source: { paymentMethodId } })
    clock.advance(3600)
    await sweep(parts)
    clock.advance(61)
    await sweep(partsOf())
    expect(await paymentNow(parts, payment)).toMatchObject({ status: 'succeeded' })
  })

  it('cost one statement where there are none', async () => {
    const counter = await countStatements(db.url)
    const quiet = { warn: () => undefined }
    const database = await openDatabase({ url: counter.url }, quiet)
    try {
      const parts = testPaymentParts(database, { clock })
      await sweep(parts)
      const before = counter.count()
      await sweep(parts)
      expect(counter.count() - before).toBe(1)
    } finally {
      await database.close()
      await counter.stop()
    }
  })
})

describe('a process that looks after payments and is killed', () => {
  it.each([
    ['asking', 0],
    ['answered', 1],
  ])('when %s leaves them to the next one, who charges once', async (place, before) => {
    const parts = testPaymentParts(db.database)
    const left = await leave(parts, 2)
    await runOn(
      db.ownerUrl,
      `update payment set resume_at = begun_at where status = 'pending'
          and id in (${left.map(({ id }) => `'${id}'`).join(', ')})`,
    )
    const resumer = runFixture('resumer.ts', db.url, place)
    await resumer.printed(2)
    await resumer.end('SIGKILL')
    for (const payment of left) expect(await chargesOf(payment)).toBe(before)
    expect(new Set(await statusesOf(parts, left))).toEqual(new Set(['pending']))
    const later = movableClock()
    later.advance(61)
    await sweep(testPaymentParts(db.database, { clock: later }))
    expect(new Set(await statusesOf(parts, left))).toEqual(new Set(['succeeded']))
    for (const payment of left) {
      expect(await chargesOf(payment)).toBe(1)
      expect(await paymentEvents(parts, payment)).toEqual(['payment.succeeded'])
    }
  })
})
