import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../../../../test/browser.ts'
import { testDatabase } from '../../../../test/database.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { testPaymentDeps } from '../../../../test/payments.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { testServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'
import { sellingAtStripe } from '../../../../test/stripe/selling.ts'
import { assert } from '../../../kernel/assert.ts'
import type { Processor } from '../../payments/rules/processor.ts'
import type { LedgerDeps } from '../actions/deps.ts'
import { runReconciliation } from '../actions/run-reconciliation.ts'
import { reconcile } from './reconcile.ts'

const db = testDatabase()
const site = sellingAtStripe(db)
const path = '/api/auth/admin/get-reconciliation'
let operator: Person

beforeAll(async () => {
  operator = await newPerson(site.server)
})

/** Some hours later, so that what was just sold is compared. */
function depsIn(
  hours: number,
  wrap: (processor: Processor) => Processor = (one) => one,
): LedgerDeps {
  const clock = movableClock()
  clock.advance(hours * 3_600)
  return testPaymentDeps(db.database, { env: site.stripe.env, clock, wrap })
}

/** Holds each caller until so many have come; later ones pass. */
function waitForAll(count: number): () => Promise<void> {
  let missing = count
  let release: () => void
  const allCame = new Promise<void>((resolve) => {
    release = resolve
  })
  return () => {
    missing -= 1
    if (missing === 0) release()
    return allCame
  }
}

const shown = async () => {
  const { status, body } = await operator.browser.get(path)
  expect(status).toBe(200)
  return Object(body)
}

async function sellUnbooked() {
  site.stripe.books.isListing = false
  const sold = await site.sell()
  await runOn(db.ownerUrl, 'delete from graphile_worker._private_jobs')
  site.stripe.books.isListing = true
  return sold
}

describe('before the first run', () => {
  it('there is nothing to show', async () => {
    expect(await shown()).toEqual({ isStripeConfigured: true, reconciliation: null })
  })
})

describe('a run', () => {
  it('books what is missing here, and stores what differs with the names', async () => {
    const unbooked = await sellUnbooked()
    const differing = await site.sell()
    const { transactions } = site.stripe.books
    const last = transactions.pop()
    assert(last !== undefined, 'Stripe has a transaction')
    transactions.push({ ...last, fee: 400 })
    await runReconciliation(depsIn(2))
    expect((await site.figures(unbooked))[1]).toBe(320)
    expect(await shown()).toEqual({
      isStripeConfigured: true,
      reconciliation: {
        comparedFrom: expect.any(String),
        comparedTo: expect.any(String),
        comparedThrough: expect.any(String),
        startedAt: expect.any(String),
        finishedAt: expect.any(String),
        transactionCount: 2,
        unrelatedCount: 0,
        bookedCount: 1,
        differenceCount: 1,
        differences: [
          {
            kind: 'fee_differs',
            about: 'charge',
            organization: {
              id: differing.organization.id,
              name: 'Acme',
              slug: differing.organization.slug,
            },
            paymentId: differing.paymentId,
            transactionId: last.id,
            here: { amount: 320, currency: 'usd' },
            atStripe: { amount: 400, currency: 'usd' },
          },
        ],
      },
    })
  })

  it('continues where it was interrupted, and counts each part once', async () => {
    let calls = 0
    const dying = depsIn(26, (processor) => ({
      ...processor,
      listTransactions: (window) => {
        calls += 1
        if (calls === 20) throw new Error('killed')
        return processor.listTransactions(window)
      },
    }))
    await expect(runReconciliation(dying)).rejects.toThrow('killed')
    const { reconciliation } = await shown()
    expect(reconciliation).toMatchObject({ finishedAt: null, transactionCount: 0 })
    const bothStarted = waitForAll(2)
    const racing = (processor: Processor): Processor => ({
      ...processor,
      listTransactions: async (window) => {
        await bothStarted()
        return processor.listTransactions(window)
      },
    })
    const [first, second] = await Promise.all([
      runReconciliation(depsIn(27, racing)),
      runReconciliation(depsIn(27, racing)),
    ])
    expect([first?.id, second?.id]).toEqual([first?.id, first?.id])
    const after = (await shown()).reconciliation
    expect(after).toMatchObject({ transactionCount: 2, bookedCount: 0, differenceCount: 1 })
    expect(after).toMatchObject({
      startedAt: reconciliation.startedAt,
      comparedThrough: reconciliation.comparedTo,
      finishedAt: expect.any(String),
    })
  })

  it('is logged as an error where something differs, and old runs are deleted', async () => {
    const count = async () =>
      Object(await runOn(db.ownerUrl, 'select count(*)::int as n from reconciliation'))[0].n
    const logged: string[] = []
    const deps = depsIn(120 * 24)
    const log = { ...deps.log, error: (_: unknown, text: string) => logged.push(text) }
    expect(await count()).toBe(2)
    await reconcile.task({ ...deps, log: Object.assign(deps.log, log) })({}, contextOf())
    expect(await count()).toBe(1)
    expect(logged).toEqual(['the ledger and Stripe differ'])
  })
})

const contextOf = () => ({
  jobId: '1',
  attempt: 1,
  attemptsMax: 1,
  signal: new AbortController().signal,
  log: depsIn(0).log,
})

describe('the latest run', () => {
  it('is shown to operators alone', async () => {
    const stranger = await newPerson(site.server)
    expect(await stranger.browser.get(path)).toMatchObject({
      status: 403,
      body: { code: 'YOU_ARE_NOT_ALLOWED_TO_GET_RECONCILIATION' },
    })
    expect(await openBrowser(site.server.url).get(path)).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED' },
    })
  })
})

describe('without Stripe', () => {
  const other = testDatabase()
  const sandbox = testServer(other)

  it('nothing is compared', async () => {
    expect(await runReconciliation(testPaymentDeps(other.database))).toBeNull()
    const first = await newPerson(sandbox.current)
    expect(await first.browser.get(path)).toMatchObject({
      body: { isStripeConfigured: false, reconciliation: null },
    })
  })
})
