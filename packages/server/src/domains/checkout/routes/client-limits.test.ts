import { beforeAll, describe, expect, it } from 'vitest'
import { confirm, goodBuyer, newCheckout, pathOf } from '../../../../test/checkouts.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newDiscount } from '../../../../test/discounts.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { type MadeProduct, newProduct } from '../../../../test/products.ts'
import { type BillingCalls, briefOf, newBackend, withNothing } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const server = testServer(db, {
  GUILDHALL_RATE_LIMIT: 'on',
  GUILDHALL_TRUSTED_PROXIES: '127.0.0.1',
})
let seller: BillingCalls
let buyer: BillingCalls
let course: MadeProduct

beforeAll(async () => {
  const acme = await createOrganization(server.current)
  seller = await newBackend(server.current, acme, [
    'checkouts:write',
    'products:write',
    'discounts:write',
  ])
  buyer = withNothing(server.current)
  course = await newProduct(seller)
})

describe('the page of a checkout', () => {
  const policyOf = async (path: string): Promise<string> => {
    const page = await fetch(`${server.current.url}${path}`, { headers: { accept: 'text/html' } })
    return page.headers.get('content-security-policy') ?? ''
  }

  it('can be embedded only by the site that its seller names', async () => {
    const embed_origin = 'https://shop.acme.test'
    const embedded = await newCheckout(seller, [course], { embed_origin })
    const alone = await newCheckout(seller, [course])
    expect(await policyOf(`/checkout/${embedded.client_secret}`)).toContain(
      'frame-ancestors https://shop.acme.test',
    )
    expect(await policyOf(`/checkout/${alone.client_secret}`)).toContain("frame-ancestors 'none'")
    expect(await policyOf('/checkout/nonsense')).toContain("frame-ancestors 'none'")
  })

  it('can be read by pages of any site with the secret', async () => {
    const checkout = await newCheckout(seller, [course])
    const { headers } = await buyer.get(pathOf(checkout), { origin: 'https://shop.acme.test' })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })
})

describe('too many requests', () => {
  it('cannot confirm for a while', async () => {
    const checkout = await newCheckout(seller, [course])
    const input = { ...goodBuyer(), confirmation_token_id: 'tok_sandbox_declined' }
    for (let at = 0; at < 10; at += 1) {
      expect(briefOf(await confirm(buyer, checkout, input))).toBe('400 PaymentError')
    }
    const refused = await confirm(buyer, checkout, goodBuyer())
    expect(briefOf(refused)).toBe('429 TooManyRequests')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('cannot try discount codes for a while, not even the right one', async () => {
    await newDiscount(seller, { code: 'SPRING26' })
    const [checkout, other] = [
      await newCheckout(seller, [course]),
      await newCheckout(seller, [course]),
    ]
    const enter = (discount_code: string, address: string, at = other) =>
      buyer.patch(pathOf(at), { discount_code }, { 'x-forwarded-for': address })
    const wrong = await Promise.all(
      Array.from({ length: 60 }, (_, at) => enter(`GUESS${at}`, '203.0.113.20')),
    )
    expect(new Set(wrong.map(briefOf))).toEqual(
      new Set(['422 RequestValidationError body.discount_code']),
    )
    expect(briefOf(await enter('SPRING26', '203.0.113.20', checkout))).toBe('429 TooManyRequests')
    const renamed = { customer_name: 'Ada' }
    const asker = { 'x-forwarded-for': '203.0.113.20' }
    expect((await buyer.patch(pathOf(checkout), renamed, asker)).status).toBe(200)
    expect((await enter('SPRING26', '203.0.113.21', checkout)).status).toBe(200)
  })

  it('cannot create checkouts for a while', async () => {
    const begin = () => buyer.post('/checkouts/client/', { product_id: course.id })
    const answers = await Promise.all(Array.from({ length: 21 }, begin))
    const briefs = answers.map(briefOf).toSorted()
    expect(briefs).toEqual([...Array(20).fill('201'), '429 TooManyRequests'])
  })
})
