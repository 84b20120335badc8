import { ExpiredCheckoutError } from '@polar-sh/sdk/models/errors/expiredcheckouterror.js'
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js'
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { hour, testSite } from '../site.ts'
import { textAt } from '../wire.ts'
import {
  asAnonymous,
  asBackend,
  inDashboard,
  newSeller,
  newToken,
  type Seller,
  thrown,
} from './seller.ts'

const site = testSite()
let acme: Seller
let token: string
let course: string
let club: string

const scopes = ['checkout_links:write', 'products:write', 'discounts:write']

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  token = (await newToken(acme, scopes)).token
  course = await sell('Course')
  club = await sell('Club')
})

const backend = () => asBackend(site, token)

async function sell(name: string): Promise<string> {
  const prices = [{ amountType: 'fixed', priceAmount: 2900 } as const]
  const { id } = await backend().products.create({ name, recurringInterval: null, prices })
  return id
}

const paymentProcessor = 'stripe'

describe('the backend of Acme', () => {
  it('creates links and reads them with the client', async () => {
    const { checkoutLinks, discounts } = backend()
    const { id: discountId } = await discounts.create({
      name: 'Spring',
      type: 'percentage',
      basisPoints: 1500,
      duration: 'once',
    })
    const input = {
      label: 'Poster',
      discountId,
      allowDiscountCodes: false,
      requireBillingAddress: true,
      successUrl: 'https://acme.test/thanks?checkout={CHECKOUT_ID}',
      metadata: { campaign: 'spring', rank: 1.5, isLoud: false },
    }
    const created = await checkoutLinks.create({
      ...input,
      paymentProcessor,
      products: [club, course],
    })
    expect(created).toMatchObject({
      ...input,
      paymentProcessor,
      organizationId: acme.organizationId,
      products: [
        { id: club, name: 'Club', prices: [{ amountType: 'fixed', priceAmount: 2900 }] },
        { id: course, name: 'Course' },
      ],
      discount: { id: discountId, name: 'Spring', basisPoints: 1500 },
      createdAt: expect.any(Date),
      modifiedAt: null,
    })
    expect(created.url).toBe(`${site.url}/v1/checkout-links/${created.clientSecret}/redirect`)
    expect(await checkoutLinks.get({ id: created.id })).toEqual(created)
  })

  it('names one product or price', async () => {
    const { checkoutLinks, products } = backend()
    const { prices } = await products.get({ id: course })
    const productPriceId = prices[0]?.id ?? ''
    for (const named of [{ productId: course }, { productPriceId }]) {
      const created = await checkoutLinks.create({ paymentProcessor, ...named })
      expect(created.products.map(({ id }) => id)).toEqual([course])
    }
  })

  it('updates a link, whose URL stays', async () => {
    const { checkoutLinks } = backend()
    const { id, url } = await checkoutLinks.create({ paymentProcessor, products: [course] })
    const checkoutLinkUpdate = { label: 'Flyer', products: [club, course], successUrl: null }
    const changed = await checkoutLinks.update({ id, checkoutLinkUpdate })
    expect(changed).toMatchObject({ label: 'Flyer', url, modifiedAt: expect.any(Date) })
    expect(changed.products.map((product) => product.id)).toEqual([club, course])
  })

  it('deletes a link', async () => {
    const { checkoutLinks } = backend()
    const { id } = await checkoutLinks.create({ paymentProcessor, products: [course] })
    await checkoutLinks.delete({ id })
    expect(await thrown(checkoutLinks.get({ id }))).toBeInstanceOf(ResourceNotFound)
  })

  it('lists links by page and by product', async () => {
    const crowd = await newSeller(site, 'crowd')
    const { checkoutLinks, products } = asBackend(site, (await newToken(crowd, scopes)).token)
    const [one, other] = await Promise.all(
      ['One', 'Other'].map((name) =>
        products.create({
          name: `${name} thing`,
          recurringInterval: null,
          prices: [{ amountType: 'free' }],
        }),
      ),
    )
    const labels = Array.from({ length: 25 }, (_, at) => `Link ${String(at).padStart(2, '0')}`)
    for (const [number, label] of labels.entries()) {
      const id = (number % 5 === 0 ? other?.id : one?.id) ?? ''
      await checkoutLinks.create({ paymentProcessor, products: [id], label })
    }
    const seen: (string | null)[] = []
    for await (const page of await checkoutLinks.list({ sorting: ['-label'], limit: 10 })) {
      expect(page.result.pagination).toEqual({ totalCount: 25, maxPage: 3 })
      seen.push(...page.result.items.map(({ label }) => label))
    }
    expect(seen).toEqual(labels.toReversed())
    const { result } = await checkoutLinks.list({ productId: other?.id ?? '', limit: 100 })
    expect(result.items).toHaveLength(5)
  })

  it('gets validation errors with the field', async () => {
    const { checkoutLinks } = backend()
    const unknownId = '00000000-0000-7000-8000-000000000000'
    for (const [input, loc] of [
      [{ products: [course, unknownId] }, ['products', 1]],
      [{ products: [course, course] }, ['products', 1]],
      [{ products: [course], discountId: unknownId }, ['discount_id']],
      [{ products: [course], successUrl: 'thanks' }, ['success_url']],
    ] as const) {
      const creation = checkoutLinks.create({
        paymentProcessor,
        ...input,
        products: [...input.products],
      })
      const error = await thrown(creation)
      expect(error).toBeInstanceOf(HTTPValidationError)
      expect(error).toMatchObject({ detail: [{ loc: ['body', ...loc] }] })
    }
  })
})

it('other organizations do not find a link of Acme', async () => {
  const { id } = await backend().checkoutLinks.create({ paymentProcessor, products: [course] })
  const beta = await newSeller(site, 'beta')
  const { checkoutLinks } = asBackend(site, (await newToken(beta, scopes)).token)
  const refused = await Promise.all(
    [
      checkoutLinks.get({ id }),
      checkoutLinks.update({ id, checkoutLinkUpdate: { label: 'Mine' } }),
      checkoutLinks.delete({ id }),
    ].map(thrown),
  )
  for (const error of refused) expect(error).toBeInstanceOf(ResourceNotFound)
  const { organizationId } = acme
  expect((await checkoutLinks.list({ organizationId })).result.items).toEqual([])
})

it('Ann sees the links in the dashboard', async () => {
  const { organizationId, person } = acme
  const { checkoutLinks } = inDashboard(person)
  const { result } = await checkoutLinks.list({ organizationId, limit: 100 })
  expect(result.items.map(({ label }) => label)).toContain('Poster')
})

/** The URL after following a link in a browser. */
async function follow(url: string): Promise<URL> {
  const answer = await fetch(url, { redirect: 'manual' })
  expect(answer.status).toBe(307)
  return new URL(answer.headers.get('location') ?? '')
}

const secretOf = ({ pathname }: URL): string => pathname.split('/').at(-1) ?? ''

describe('a buyer', () => {
  it('follows a link from a mail and pays', async () => {
    const { url } = await backend().checkoutLinks.create({
      paymentProcessor,
      products: [course, club],
      metadata: { campaign: 'spring' },
    })
    const page = await follow(`${url}?reference_id=mail-7&customer_email=ada%40buyer.test`)
    expect(page.search).toBe('?customer_email=ada%40buyer.test')
    const { checkouts } = asAnonymous(site)
    const clientSecret = secretOf(page)
    const open = await checkouts.clientGet({ clientSecret })
    expect(open).toMatchObject({ status: 'open', productId: course, totalAmount: 2900 })
    const confirmed = await checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: {
        productId: club,
        customerName: 'Ada',
        customerEmail: 'ada@buyer.test',
        customerBillingAddress: { country: 'DE' },
        confirmationTokenId: 'tok_sandbox_ok',
      },
    })
    expect(confirmed.status).toBe('confirmed')
    const seller = asBackend(site, (await newToken(acme, ['checkouts:read'])).token)
    expect(await seller.checkouts.get({ id: open.id })).toMatchObject({
      productId: club,
      metadata: { campaign: 'spring', reference_id: 'mail-7' },
    })
  })

  it('is shown in a frame only on a site that Acme lists', async () => {
    const { url } = await backend().checkoutLinks.create({ paymentProcessor, products: [course] })
    const { checkouts } = asAnonymous(site)
    const embedOriginOn = async (shop: string) => {
      const page = await follow(`${url}?embed=true&embed_origin=${shop}`)
      return (await checkouts.clientGet({ clientSecret: secretOf(page) })).embedOrigin
    }
    expect(await embedOriginOn('https://shop.example')).toBeNull()
    const setting = await newToken(acme, ['organizations:write'])
    const saved = await fetch(`${site.url}/v1/organizations/${acme.organizationId}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${setting.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ embed_origins: ['https://shop.example'] }),
    })
    expect(saved.status).toBe(200)
    expect(await embedOriginOn('https://shop.example')).toBe('https://shop.example')
    expect(await embedOriginOn('https://evil.example')).toBeNull()
  })

  it('who returns too late starts again', async () => {
    const { url } = await backend().checkoutLinks.create({ paymentProcessor, products: [course] })
    const clientSecret = secretOf(await follow(url))
    site.advanceTime(hour)
    const { checkouts } = asAnonymous(site)
    expect(await thrown(checkouts.clientGet({ clientSecret }))).toBeInstanceOf(ExpiredCheckoutError)
    const again = await fetch(`${site.url}/v1/checkouts/client/${clientSecret}/renew`, {
      method: 'POST',
    })
    expect(again.status).toBe(201)
    const fresh = textAt(await again.json(), 'client_secret')
    expect(await checkouts.clientGet({ clientSecret: fresh })).toMatchObject({
      status: 'open',
      productId: course,
    })
  })
})
