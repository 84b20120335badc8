import { beforeEach, describe, expect, it } from 'vitest'
import { type MadeLink, newLink } from '../../../../test/checkout-links.ts'
import { newCheckout, pathOf, readCheckout } from '../../../../test/checkouts.ts'
import { testDatabase } from '../../../../test/database.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { type MadeProduct, newProduct } from '../../../../test/products.ts'
import { type BillingCalls, briefOf, newBackend, withNothing } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'

const db = testDatabase()
const server = testServer(db)
let acme: OwnedOrganization
let seller: BillingCalls
let buyer: BillingCalls
let course: MadeProduct

const scopes = [
  'checkouts:write',
  'checkout_links:write',
  'products:write',
  'organizations:write',
] as const

beforeEach(async () => {
  acme = await createOrganization(server.current)
  seller = await newBackend(server.current, acme, scopes)
  buyer = withNothing(server.current)
  course = await newProduct(seller)
})

const shop = 'https://shop.example'
const evil = 'https://evil.example'

const list = async (...embed_origins: string[]) =>
  expect(await seller.patch(`/organizations/${acme.id}`, { embed_origins })).toMatchObject({
    status: 200,
    body: { embed_origins },
  })

const linkTo = (success_url: string | null) =>
  newLink(seller, { products: [course.id], ...(success_url && { success_url }) })

/** What the embed script opens in a frame on this site. */
async function framedBy(site: string, { url }: Pick<MadeLink, 'url'>) {
  const asked = new URL(url)
  asked.searchParams.set('embed', 'true')
  asked.searchParams.set('embed_origin', site)
  const page = await fetch(asked, { headers: { accept: 'text/html' } })
  const secret = new URL(page.url).pathname.split('/').at(-1) ?? ''
  const policy = page.headers.get('content-security-policy') ?? ''
  return { page, text: await page.text(), secret, ancestors: policy.split('frame-ancestors ')[1] }
}

const embedOriginOf = async (client_secret: string) =>
  (await buyer.get(pathOf({ client_secret }))).body?.['embed_origin']

/** The page of the checkout is shown to this site, and sends messages to no other. */
async function expectEmbedded(site: string, link: Pick<MadeLink, 'url'>): Promise<string> {
  const { page, secret, ancestors } = await framedBy(site, link)
  expect([page.status, ancestors]).toEqual([200, site])
  expect(await embedOriginOf(secret)).toBe(site)
  return secret
}

/** The frame shows why it can't show the checkout, and contains nothing of it. */
async function expectRefused(site: string, link: Pick<MadeLink, 'url'>): Promise<string> {
  const { page, text, secret, ancestors } = await framedBy(site, link)
  expect([page.status, ancestors]).toEqual([403, '*'])
  expect(page.headers.get('content-security-policy')).not.toContain('script-src')
  expect(text).toContain('&ldquo;Embedding sites&rdquo;')
  expect(text).toContain(site)
  expect(text).not.toContain(secret)
  expect(await embedOriginOf(secret)).toBeNull()
  const alone = await fetch(`${server.current.url}/checkout/${secret}`)
  expect(alone.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  return secret
}

describe('a link', () => {
  it('can’t be embedded by a site of anyone’s choice', async () => {
    await expectRefused(evil, await linkTo(null))
    await expectRefused(evil, await linkTo(`${shop}/thanks`))
  })

  it('can be embedded by the site of its success URL, and by this server', async () => {
    await expectEmbedded(shop, await linkTo(`${shop}/thanks?id={CHECKOUT_ID}`))
    await expectEmbedded(server.current.url, await linkTo(null))
  })

  it('can be embedded only by the listed sites, if there are any', async () => {
    const link = await linkTo(`${shop}/thanks`)
    await list('https://a.example', 'https://b.example:8443')
    await expectEmbedded('https://a.example', link)
    await expectEmbedded('https://b.example:8443', link)
    await expectRefused('https://b.example', link)
    await expectRefused(shop, link)
    await list()
    await expectEmbedded(shop, link)
  })

  it('reveals nothing to a site whose name would be markup', async () => {
    const { url } = await linkTo(null)
    const page = await fetch(`${url}?embed=true&embed_origin=https://"><script>alert(1)</script>`)
    expect(page.status).toBe(403)
    expect(await page.text()).not.toContain('<script')
  })
})

describe('a site that is no longer listed', () => {
  it('can’t embed open checkouts, nor restart them', async () => {
    const link = await linkTo(null)
    await list(shop)
    const client_secret = await expectEmbedded(shop, link)
    await list('https://other.example')
    expect(await embedOriginOf(client_secret)).toBeNull()
    const page = await fetch(`${server.current.url}/checkout/${client_secret}?embed=true`)
    expect(page.status).toBe(403)
    await db.database.pool.query('update checkout set expires_at = created_at')
    const fresh = readCheckout(await buyer.post(`${pathOf({ client_secret })}/renew`, {}))
    const { body } = await seller.get(`/checkouts/${fresh.id}`)
    expect(body).toMatchObject({ embed_origin: null })
  })
})

describe('a checkout that a buyer creates', () => {
  const create = (embed_origin: string) =>
    buyer.post('/checkouts/client/', { product_id: course.id, embed_origin })

  it('names no site of their own choice', async () => {
    const created = await create(evil)
    expect(created).toMatchObject({ status: 201, body: { embed_origin: null } })
    const { id, url } = readCheckout(created)
    expect((await seller.get(`/checkouts/${id}`)).body).toMatchObject({ embed_origin: null })
    await expectRefused(evil, { url })
  })

  it('names a listed site', async () => {
    await list(shop)
    const created = await create(shop)
    expect(created.body).toMatchObject({ embed_origin: shop })
    await expectEmbedded(shop, readCheckout(created))
  })

  it('can’t be given another site by its buyer', async () => {
    await list(shop)
    const { client_secret } = readCheckout(await create(shop))
    const change = await buyer.patch(pathOf({ client_secret }), { embed_origin: evil })
    expect(briefOf(change)).toBe('422 RequestValidationError body.embed_origin')
    expect(await embedOriginOf(client_secret)).toBe(shop)
  })
})

describe('a checkout that the seller creates', () => {
  it('can be embedded by any site that the seller names, and by no other', async () => {
    await list('https://a.example')
    const named = await newCheckout(seller, [course], { embed_origin: shop })
    await expectEmbedded(shop, named)
    const { page, text } = await framedBy('https://a.example', named)
    expect(page.status).toBe(403)
    expect(text).not.toContain(named.client_secret)
  })

  it('can be named later', async () => {
    const later = await newCheckout(seller, [course])
    await expectRefused(shop, later)
    await seller.patch(`/checkouts/${later.id}`, { embed_origin: shop })
    await expectEmbedded(shop, later)
    await seller.patch(`/checkouts/${later.id}`, { customer_name: 'Ada' })
    await expectEmbedded(shop, later)
    await seller.patch(`/checkouts/${later.id}`, { embed_origin: null })
    await expectRefused(shop, later)
  })

  it('counts as claimed if it is older than the list', async () => {
    const old = await newCheckout(seller, [course], { embed_origin: shop })
    await db.database.pool.query(
      'update checkout set is_embed_origin_given = default where id = $1',
      [old.id],
    )
    await expectRefused(shop, old)
    await list(shop)
    await expectEmbedded(shop, old)
  })
})
