import { beforeAll, describe, expect, it } from 'vitest'
import {
  confirm,
  goodBuyer,
  type MadeCheckout,
  newCheckout,
  pathOf,
  tallyOf,
  untilStatus,
} from '../../../../test/checkouts.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newDiscount } from '../../../../test/discounts.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { newProduct } from '../../../../test/products.ts'
import {
  type BillingAnswer,
  type BillingCalls,
  briefOf,
  newBackend,
  withNothing,
} from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { runOn } from '../../../../test/sql.ts'
import { expireCheckouts } from '../jobs/expire-checkouts.ts'
import { reopenUnpaidCheckout } from '../jobs/reopen-checkout.ts'

const db = testDatabase()
const server = testServer(db)
let seller: BillingCalls
let buyer: BillingCalls
let acme: OwnedOrganization

beforeAll(() => {
  buyer = withNothing(server.current)
})

/** Each test needs its own seller, because it moves the clock. */
async function newSeller(): Promise<void> {
  acme = await createOrganization(server.current)
  seller = await newBackend(server.current, acme, [
    'checkouts:write',
    'products:write',
    'discounts:write',
  ])
}

const open = async (input: object = {}): Promise<MadeCheckout> =>
  newCheckout(seller, [await newProduct(seller)], input)

/** Stops the seller’s clock so long after the checkout was created. */
const stopClockAfter = (checkout: MadeCheckout, milliseconds: number) =>
  db.database.pool.query(
    `insert into organization_clock (organization_id, frozen_at)
     select organization_id, created_at + $2 * interval '1 millisecond'
       from checkout where id = $1
     on conflict (organization_id) do update set frozen_at = excluded.frozen_at`,
    [checkout.id, milliseconds],
  )

const hour = 3_600_000

/** Retries while the database is too busy for two hundred concurrent requests. */
async function confirmPatiently(checkout: MadeCheckout): Promise<BillingAnswer> {
  const key = { 'idempotency-key': checkout.id }
  const answer = await buyer.post(`${pathOf(checkout)}/confirm`, goodBuyer(), key)
  return answer.status === 503 ? confirmPatiently(checkout) : answer
}

async function expireDue(): Promise<void> {
  await runOn(db.ownerUrl, `select graphile_worker.add_job('${expireCheckouts.name}')`)
  await server.current.settle()
}

const storedStatus = async ({ id }: MadeCheckout): Promise<unknown> => {
  const { rows } = await db.database.pool.query('select status from checkout where id = $1', [id])
  return rows[0]?.status
}

describe('an hour after its creation by the seller’s clock', () => {
  const gone = '410 ExpiredCheckoutError'

  it('a checkout is valid until the last moment', async () => {
    await newSeller()
    const checkout = await open()
    await stopClockAfter(checkout, hour - 1)
    expect(await buyer.get(pathOf(checkout))).toMatchObject({ status: 200 })
    await stopClockAfter(checkout, hour)
    expect(briefOf(await buyer.get(pathOf(checkout)))).toBe(gone)
  })

  it.each<[string, (checkout: MadeCheckout) => Promise<string>]>([
    ['read', async (one) => briefOf(await buyer.get(pathOf(one)))],
    ['changed', async (one) => briefOf(await buyer.patch(pathOf(one), { customer_name: 'A' }))],
    ['paid', async (one) => briefOf(await confirm(buyer, one))],
    [
      'changed by its seller',
      async (one) => briefOf(await seller.patch(`/checkouts/${one.id}`, {})),
    ],
  ])('a checkout is refused when it is %s', async (_name, use) => {
    await newSeller()
    const checkout = await open()
    await stopClockAfter(checkout, hour)
    expect(await use(checkout)).toBe(gone)
    expect(await use(checkout)).toBe(gone)
    expect(await storedStatus(checkout)).toBe('expired')
  })

  it('its seller sees it as expired', async () => {
    await newSeller()
    const checkout = await open()
    await stopClockAfter(checkout, hour)
    expect(await untilStatus(seller, checkout, 'expired')).toMatchObject({ customer_id: null })
  })

  it('a checkout expires without a request, and others stay open', async () => {
    await newSeller()
    const checkout = await open()
    await stopClockAfter(checkout, 2 * hour)
    const later = await open()
    await newSeller()
    const others = await open()
    await expireDue()
    expect(await storedStatus(checkout)).toBe('expired')
    expect(await storedStatus(later)).toBe('open')
    expect(await storedStatus(others)).toBe('open')
  })

  it('a payment that waits for the buyer’s bank is canceled, and its redemption released', async () => {
    await newSeller()
    const discount = await newDiscount(seller, { max_redemptions: 1 })
    const checkout = await open({ discount_id: discount.id })
    const asked = await confirm(buyer, checkout, {
      confirmation_token_id: 'tok_sandbox_authenticate',
    })
    expect(asked).toMatchObject({ status: 200 })
    const count = async () => (await seller.get(`/discounts/${discount.id}`)).body
    expect(await count()).toMatchObject({ redemptions_count: 1 })
    await stopClockAfter(checkout, hour)
    await expireDue()
    expect(await storedStatus(checkout)).toBe('failed')
    expect(await count()).toMatchObject({ redemptions_count: 0 })
    expect(await tallyOf(server.current, checkout)).toEqual({ payments: 1, charged: 0, orders: 0 })
    expect(briefOf(await confirm(buyer, checkout))).toBe('403 NotOpenCheckout')
  })
})

describe('many concurrent requests', () => {
  it('to confirm lead to one payment and one order', async () => {
    await newSeller()
    const checkout = await open()
    const input = goodBuyer()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => confirm(buyer, checkout, input)),
    )
    const briefs = answers.map(briefOf).toSorted()
    expect(briefs).toEqual(['200', ...Array(49).fill('403 NotOpenCheckout')])
    await untilStatus(seller, checkout, 'succeeded')
    expect(await tallyOf(server.current, checkout)).toEqual({ payments: 1, charged: 1, orders: 1 })
  })

  it('for the ten redemptions of a discount: ten succeed', async () => {
    await newSeller()
    const product = await newProduct(seller)
    const discount = await newDiscount(seller, { max_redemptions: 10 })
    const input = { discount_id: discount.id }
    const checkouts: MadeCheckout[] = []
    while (checkouts.length < 200) checkouts.push(await newCheckout(seller, [product], input))
    const answers = await Promise.all(checkouts.map(confirmPatiently))
    const briefs = answers.map(briefOf)
    const taken = '422 RequestValidationError body.discount_code'
    expect(briefs.filter((brief) => brief === '200')).toHaveLength(10)
    expect(briefs.filter((brief) => brief === taken)).toHaveLength(190)
    await server.current.settle()
    const { body } = await seller.get(`/discounts/${discount.id}`)
    expect(body).toMatchObject({ redemptions_count: 10 })
    const { rows } = await db.database.pool.query(
      `select count(*) as all, count(order_id) as linked from discount_redemption
        where discount_id = $1`,
      [discount.id],
    )
    expect(rows).toEqual([{ all: 10, linked: 10 }])
  }, 120_000)

  it('to change a checkout are all applied', async () => {
    await newSeller()
    const checkout = await open()
    const inputs = [
      { customer_name: 'Ada' },
      { customer_email: 'ada@example.com' },
      { customer_billing_address: { country: 'DE' } },
    ]
    const answers = await Promise.all(inputs.map((input) => buyer.patch(pathOf(checkout), input)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { body } = await buyer.get(pathOf(checkout))
    expect(body).toMatchObject({
      customer_name: 'Ada',
      customer_email: 'ada@example.com',
      customer_billing_address: { country: 'DE' },
    })
  })
})

it('a late event of an earlier payment changes nothing', async () => {
  await newSeller()
  const checkout = await open()
  const declined = { confirmation_token_id: 'tok_sandbox_declined' }
  expect(await confirm(buyer, checkout, declined)).toMatchObject({ status: 400 })
  const asked = await confirm(buyer, checkout, {
    confirmation_token_id: 'tok_sandbox_authenticate',
  })
  expect(asked).toMatchObject({ status: 200 })
  await runOn(
    db.ownerUrl,
    `select graphile_worker.add_job('${reopenUnpaidCheckout.name}', json_build_object(
        'organizationId', organization_id, 'id', checkout_id, 'attemptId', id))
       from payment where checkout_id = '${checkout.id}' and status = 'failed'`,
  )
  await server.current.settle()
  expect(await storedStatus(checkout)).toBe('confirmed')
})

it('the same idempotency key gets the same response, and charges once', async () => {
  await newSeller()
  const checkout = await open()
  const input = goodBuyer()
  const key = { 'idempotency-key': 'once' }
  const first = await buyer.post(`${pathOf(checkout)}/confirm`, input, key)
  const second = await buyer.post(`${pathOf(checkout)}/confirm`, input, key)
  expect(first.status).toBe(200)
  expect(second.text).toBe(first.text)
  expect(await tallyOf(server.current, checkout)).toMatchObject({ payments: 1, charged: 1 })
})
