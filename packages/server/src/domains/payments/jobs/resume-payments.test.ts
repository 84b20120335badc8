import type { Id } from '@guildhall/contract/primitives'
import { beforeEach, describe, expect, it } from 'vitest'
import { runFixture } from '../../../../test/child.ts'
import { testDatabase } from '../../../../test/database.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import {
  type Buyer,
  keyOf,
  newBuyer,
  type PaymentTestOptions,
  paymentEvents,
  paymentNow,
  startPayment,
  testPaymentDeps,
} from '../../../../test/payments.ts'
import { runOn } from '../../../../test/sql.ts'
import { countStatements } from '../../../../test/statement-counter.ts'
import { newMethod } from '../../../../test/subscribers.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import type { PaymentDeps } from '../actions/deps.ts'
import { answerAuthentication } from '../actions/sandbox/answer-authentication.ts'
import { clientSecretOf } from '../actions/sandbox/client-secret.ts'
import { defaultBehavior } from '../actions/sandbox/deps.ts'
import { submitPayment } from '../actions/submit-payment.ts'
import type { Processor } from '../rules/processor.ts'
import { claimAbandonedPayments } from '../store/abandoned-payments.ts'
import type { PaymentRow } from '../store/payments.ts'
import { resumePayments } from './resume-payments.ts'

const db = testDatabase()
const clock = movableClock()
const depsWith = (options: PaymentTestOptions = {}) =>
  testPaymentDeps(db.database, { clock, ...options })

/** Earlier payments are not resumed. */
beforeEach(async () => {
  await runOn(db.ownerUrl, 'update payment set resume_at = null')
})

const sweep = (deps: PaymentDeps): Promise<void> =>
  resumePayments.run(deps, new AbortController().signal)

/** Payments that were created and not submitted, each of another buyer. */
async function abandon(deps: PaymentDeps, count: number): Promise<PaymentRow[]> {
  const left: PaymentRow[] = []
  for (let made = 0; made < count; made += 1) {
    left.push(await startPayment(deps, await newBuyer(db.database)))
  }
  return left
}

/** The same of one buyer. */
async function abandonOf(deps: PaymentDeps, buyer: Buyer, count: number): Promise<PaymentRow[]> {
  const left: PaymentRow[] = []
  for (let made = 0; made < count; made += 1) left.push(await startPayment(deps, buyer))
  return left
}

/** The charges in the processor’s own books. */
async function chargesOf({ organizationId }: PaymentRow): Promise<number> {
  const [row] = await runOn<{ count: number }>(
    db.ownerUrl,
    `select count(*)::int from sandbox_intent
      where organization_id = '${organizationId}' and status = 'succeeded'`,
  )
  return row?.count ?? 0
}

const statusesOf = async (deps: PaymentDeps, payments: readonly PaymentRow[]) => {
  const now = await Promise.all(payments.map((payment) => paymentNow(deps, payment)))
  return now.map(({ status }) => status)
}

/** Notes the payments that are submitted for a charge. */
const paymentOf = ({ key }: { readonly key: string }): string => key.replace('charge-', '')

function watching(submitted: string[], fails: (id: string) => boolean = () => false) {
  return (processor: Processor): Processor => ({
    ...processor,
    charge: async (input) => {
      const id = paymentOf(input)
      submitted.push(id)
      if (fails(id)) throw new Error(`a failure at ${id}`)
      return processor.charge(input)
    },
    chargeAll: async (charges) => {
      submitted.push(...charges.map(paymentOf))
      if (charges.some((charge) => fails(paymentOf(charge))))
        throw new Error('a failure among them')
      return processor.chargeAll(charges)
    },
  })
}

describe('abandoned payments', () => {
  it('are submitted when that is overdue, and not before', async () => {
    const deps = depsWith()
    const [payment] = await abandon(deps, 1)
    if (payment === undefined) throw new Error('one was abandoned')
    clock.advance(20)
    await sweep(deps)
    expect(await paymentNow(deps, payment)).toMatchObject({ status: 'pending' })
    clock.advance(6)
    await sweep(deps)
    expect(await paymentNow(deps, payment)).toMatchObject({ status: 'succeeded' })
    expect(await paymentEvents(deps, payment)).toEqual(['payment.succeeded'])
    expect(await chargesOf(payment)).toBe(1)
  })

  it('are claimed by one of many concurrent sweeps', async () => {
    const submitted: string[] = []
    const deps = depsWith({ wrap: watching(submitted) })
    const left = await abandon(deps, 60)
    clock.advance(30)
    await Promise.all(Array.from({ length: 4 }, () => sweep(deps)))
    expect(submitted.toSorted()).toEqual(left.map(({ id }) => id).toSorted())
    expect(new Set(await statusesOf(deps, left))).toEqual(new Set(['succeeded']))
  })

  it('are skipped while another sweep claims them', async () => {
    const deps = depsWith()
    const buyer = await newBuyer(db.database)
    const left = await abandonOf(deps, buyer, 5)
    clock.advance(30)
    const now = clock.now()
    const { organizationId } = buyer
    const until = new Date(now.getTime() + 60_000)
    const claim = { claimant: null, organizationId, now, until }
    const taken = await db.database.transact(async (tx) => {
      const first = await claimAbandonedPayments(tx, { ...claim, max: 3 })
      const others = await claimAbandonedPayments(db.database.kysely, { ...claim, max: 5 })
      return [first.length, others.length, ...[...first, ...others].map(({ id }) => id).toSorted()]
    })
    expect(taken).toEqual([3, 2, ...left.map(({ id }) => id).toSorted()])
  })

  it('are all submitted though another sweep claims some of a batch', async () => {
    const submitted: string[] = []
    const deps = depsWith({ wrap: watching(submitted) })
    const buyer = await newBuyer(db.database)
    const left = await abandonOf(deps, buyer, 60)
    clock.advance(30)
    const now = clock.now()
    const { organizationId } = buyer
    await db.database.transact(async (tx) => {
      const until = new Date(now.getTime() + 60_000)
      const claim = { claimant: null, organizationId, now, until, max: 20 }
      const others = await claimAbandonedPayments(tx, claim)
      await sweep(deps)
      const ids = new Set<string>(others.map(({ id }) => id))
      expect(submitted.toSorted()).toEqual(
        left.flatMap(({ id }) => (ids.has(id) ? [] : [id])).toSorted(),
      )
    })
  })

  it('don’t hold up one another when some fail, and failures are reported', async () => {
    const bad = new Set<string>()
    const deps = depsWith({ wrap: watching([], (id) => bad.has(id)) })
    const buyer = await newBuyer(db.database)
    const { id: paymentMethodId } = await newMethod(depsWith(), buyer)
    const charged = { source: { paymentMethodId } }
    const left = await abandon(deps, 3)
    for (let made = 0; made < 3; made += 1) left.push(await startPayment(deps, buyer, charged))
    for (const at of [1, 4]) bad.add(left[at]?.id ?? '')
    clock.advance(30)
    await expect(sweep(deps)).rejects.toThrow('2 payments weren’t resumed')
    const good = 'succeeded'
    expect(await statusesOf(deps, left)).toEqual([good, 'pending', good, good, 'pending', good])
    bad.clear()
    clock.advance(60)
    await sweep(deps)
    expect(new Set(await statusesOf(deps, left))).toEqual(new Set([good]))
  })

  it('are checked less and less often while the processor is unavailable, and charged once', async () => {
    const submitted: string[] = []
    const away = (processor: Processor): Processor => ({
      ...processor,
      charge: async (input) => {
        submitted.push(paymentOf(input))
        return { unavailable: 'status 503' }
      },
    })
    const cutOff = depsWith({ wrap: away })
    const [payment] = await abandon(cutOff, 1)
    if (payment === undefined) throw new Error('one was abandoned')
    const checks: number[] = []
    for (let second = 5; second <= 600; second += 5) {
      clock.advance(5)
      const before = submitted.length
      await sweep(cutOff)
      if (submitted.length > before) checks.push(second)
    }
    const gaps = checks.slice(1).map((at, place) => at - (checks[place] ?? 0))
    expect(gaps).toEqual(gaps.toSorted((one, other) => one - other))
    expect(gaps.length).toBeGreaterThan(4)
    clock.advance(3600)
    await sweep(depsWith())
    expect(await paymentNow(cutOff, payment)).toMatchObject({ status: 'succeeded' })
    expect(await chargesOf(payment)).toBe(1)
  })

  it('are checked once where the buyer has to authenticate', async () => {
    const deps = depsWith()
    const buyer = await newBuyer(db.database)
    const payment = await startPayment(deps, buyer, {
      confirmationToken: 'tok_sandbox_authenticate',
    })
    await submitPayment(deps, keyOf(payment))
    expect(await paymentNow(deps, payment)).toMatchObject({ status: 'pending' })
    clock.advance(30)
    await sweep(deps)
    expect(await paymentNow(deps, payment)).toMatchObject({ status: 'pending', resumeAt: null })
  })

  it('are checked every minute where a stored card is charged', async () => {
    const away = (processor: Processor): Processor => ({
      ...processor,
      chargeAll: async (charges) => charges.map(() => ({ unavailable: 'status 503' })),
    })
    const deps = depsWith({ wrap: away })
    const buyer = await newBuyer(db.database)
    const { id: paymentMethodId } = await newMethod(depsWith(), buyer)
    const payment = await startPayment(deps, buyer, { source: { paymentMethodId } })
    clock.advance(3600)
    await sweep(deps)
    clock.advance(61)
    await sweep(depsWith())
    expect(await paymentNow(deps, payment)).toMatchObject({ status: 'succeeded' })
  })

  it('cost one statement per sweep where there are none', async () => {
    const counter = await countStatements(db.url)
    const quiet = { warn: () => undefined }
    const database = await openDatabase({ url: counter.url }, quiet)
    try {
      const deps = testPaymentDeps(database, { clock })
      await sweep(deps)
      const before = counter.count()
      await sweep(deps)
      expect(counter.count() - before).toBe(1)
    } finally {
      await database.close()
      await counter.stop()
    }
  })
})

describe('a killed sweep', () => {
  it.each([
    ['asking', 0],
    ['answered', 1],
  ])('at %s leaves its payments to the next one, which charges once', async (place, before) => {
    const deps = testPaymentDeps(db.database)
    const left = await abandon(deps, 2)
    await runOn(
      db.ownerUrl,
      `update payment set resume_at = started_at where status = 'pending'
          and id in (${left.map(({ id }) => `'${id}'`).join(', ')})`,
    )
    const resumer = runFixture('resumer.ts', db.url, place)
    await resumer.printed(2)
    await resumer.end('SIGKILL')
    for (const payment of left) expect(await chargesOf(payment)).toBe(before)
    expect(new Set(await statusesOf(deps, left))).toEqual(new Set(['pending']))
    const later = movableClock()
    later.advance(61)
    await sweep(testPaymentDeps(db.database, { clock: later }))
    expect(new Set(await statusesOf(deps, left))).toEqual(new Set(['succeeded']))
    for (const payment of left) {
      expect(await chargesOf(payment)).toBe(1)
      expect(await paymentEvents(deps, payment)).toEqual(['payment.succeeded'])
    }
  })
})

describe('a payment that its customer confirms', () => {
  const asking = { confirmationToken: 'tok_sandbox_authenticate', isOnSession: true }
  const minutes = (count: number) => count * 60

  async function ask(deps: PaymentDeps): Promise<PaymentRow> {
    const payment = await startPayment(deps, await newBuyer(db.database), asking)
    expect(await submitPayment(deps, keyOf(payment))).toMatchObject({ status: 'needs_action' })
    return payment
  }

  it('waits for a quarter of an hour, and is then canceled at the processor', async () => {
    const deps = depsWith()
    const payment = await ask(deps)
    clock.advance(minutes(14))
    await sweep(deps)
    expect(await paymentNow(deps, payment)).toMatchObject({ status: 'pending' })
    clock.advance(minutes(2))
    await sweep(deps)
    expect(await paymentNow(deps, payment)).toMatchObject({
      status: 'failed',
      declineReason: 'canceled',
      clientSecret: null,
    })
    expect(await paymentEvents(deps, payment)).toEqual(['payment.failed'])
    const answer = answerAuthentication(sandboxOf(deps), await secretOf(deps, payment), 'confirmed')
    await expect(answer).rejects.toMatchObject({ code: 'sandbox_authentication_over' })
  })

  it('that was confirmed just before, without an event, has succeeded', async () => {
    const deps = depsWith()
    const payment = await ask(deps)
    await answerAuthentication(sandboxOf(deps), await secretOf(deps, payment), 'confirmed')
    clock.advance(minutes(16))
    await sweep(deps)
    expect(await paymentNow(deps, payment)).toMatchObject({ status: 'succeeded' })
    expect(await chargesOf(payment)).toBe(1)
  })

  it('is not canceled while a checkout waits for it', async () => {
    const deps = depsWith()
    const payment = await startPayment(deps, await newBuyer(db.database), {
      confirmationToken: 'tok_sandbox_authenticate',
    })
    await submitPayment(deps, keyOf(payment))
    clock.advance(minutes(30))
    await sweep(deps)
    expect(await paymentNow(deps, payment)).toMatchObject({ status: 'pending' })
  })

  const sandboxOf = (deps: PaymentDeps) => ({ ...deps, behavior: defaultBehavior })

  async function secretOf(deps: PaymentDeps, payment: PaymentRow): Promise<string> {
    const [intent] = await runOn<{ id: Id<'sandboxIntent'> }>(
      db.ownerUrl,
      `select id from sandbox_intent where idempotency_key = 'charge-${payment.id}'`,
    )
    if (intent === undefined) throw new Error('the processor was asked')
    const { organizationId } = payment
    return clientSecretOf(deps.keyring, { organizationId, id: intent.id })
  }
})
