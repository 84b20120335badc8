import { createHash } from 'node:crypto'
import { SDKError } from '@polar-sh/sdk/models/errors/sdkerror.js'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { testSite } from '../site.ts'
import { asAnonymous, asBackend, newSeller, newToken, type Seller, thrown } from './seller.ts'
import { asToken } from './subscriber.ts'

const site = testSite()
let acme: Seller
let token: string
let benefit: string
let product: string

const scopes = [
  'benefits:write',
  'checkouts:write',
  'customer_sessions:write',
  'customers:write',
  'files:write',
  'orders:read',
  'products:write',
  'refunds:write',
]

const album = Buffer.from('All twelve songs, and the booklet')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes)

beforeAll(async () => {
  acme = await newSeller(site, 'acme')
  token = (await newToken(acme, scopes)).token
  const { benefits, products } = backend()
  const song = await upload('Größe & Glück.zip', album, '1.0')
  benefit = (
    await benefits.create({
      type: 'downloadables',
      description: 'The album',
      properties: { files: [song] },
    })
  ).id
  product = (
    await products.create({
      name: 'Album',
      recurringInterval: null,
      prices: [{ amountType: 'fixed', priceAmount: 1000 }],
    })
  ).id
  await products.updateBenefits({ id: product, productBenefitsUpdate: { benefits: [benefit] } })
})

const backend = () => asBackend(site, token)
/** Has only the session of a customer, no token of the seller. */
const portal = () => asAnonymous(site).customerPortal

/** The seller uploads a file in one part. */
async function upload(name: string, bytes: Buffer<ArrayBuffer>, version: string): Promise<string> {
  const { files } = backend()
  const started = await files.create({
    service: 'downloadable',
    name,
    mimeType: 'application/zip',
    size: bytes.length,
    version,
    upload: { parts: [{ number: 1, chunkStart: 0, chunkEnd: bytes.length }] },
  })
  const [part = expect.fail('there is one part')] = started.upload.parts
  const sent = await fetch(part.url, { method: 'PUT', body: bytes })
  const fileUploadCompleted = {
    id: started.upload.id,
    path: started.upload.path,
    parts: [
      { number: 1, checksumEtag: sent.headers.get('etag') ?? '', checksumSha256Base64: null },
    ],
  }
  return (await files.uploaded({ id: started.id, fileUploadCompleted })).id
}

/** A customer whom the seller knows buys the album, and enters the portal. */
async function buy(email: string) {
  const { checkouts, customers, customerSessions, orders } = backend()
  const { id: customerId } = await customers.create({ email })
  const { id: checkoutId, clientSecret } = await checkouts.create({
    products: [product],
    customerId,
  })
  await asAnonymous(site).checkouts.clientConfirm({
    clientSecret,
    checkoutConfirmStripe: {
      customerName: 'Ada Buyer',
      customerBillingAddress: { country: 'DE' },
      confirmationTokenId: 'tok_sandbox_ok',
    },
  })
  const order = await vi.waitFor(
    async () => {
      const [placed] = (await orders.list({ checkoutId })).result.items
      if (placed === undefined) throw new Error('the order follows')
      return placed
    },
    { timeout: 30_000, interval: 50 },
  )
  const { token: customerSession } = await customerSessions.create({ customerId })
  return { order, customerSession }
}

type Buyer = Awaited<ReturnType<typeof buy>>

const downloadsOf = async ({ customerSession }: Pick<Buyer, 'customerSession'>) =>
  (await portal().downloadables.list({ customerSession }, {})).result.items

async function onlyDownloadOf(buyer: Buyer) {
  const [only = expect.fail('there is a download'), ...others] = await downloadsOf(buyer)
  expect(others).toEqual([])
  return only
}

const statusOf = async (url: string) => (await fetch(url, { redirect: 'manual' })).status

describe('somebody who bought an album', () => {
  it('downloads it whole, and can check that it is', async () => {
    const ada = await buy('ada@buyer.test')
    const { benefitId, file } = await onlyDownloadOf(ada)
    expect(benefitId).toBe(benefit)
    expect(file).toMatchObject({ name: 'Größe & Glück.zip', version: '1.0', sizeReadable: '33 B' })
    const answer = await fetch(file.download.url)
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Gro_e & Gluck.zip"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%26%20Gl%C3%BCck.zip`,
    )
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.equals(album)).toBe(true)
    expect(sha256(bytes).digest('hex')).toBe(file.checksumSha256Hex)
    expect(sha256(bytes).digest('base64')).toBe(file.checksumSha256Base64)
  })

  it('goes on where the connection broke, and the seller sees one download', async () => {
    const bob = await buy('bob@buyer.test')
    const { url } = (await onlyDownloadOf(bob)).file.download
    const begun = await fetch(url)
    const etag = begun.headers.get('etag') ?? ''
    const had = Buffer.from(await begun.arrayBuffer()).subarray(0, 12)
    const rest = await fetch(url, { headers: { range: 'bytes=12-', 'if-range': etag } })
    expect(rest.status).toBe(206)
    expect(Buffer.concat([had, Buffer.from(await rest.arrayBuffer())]).equals(album)).toBe(true)
    const grants = await backend().benefits.grants({
      id: benefit,
      customerId: bob.order.customerId,
    })
    const [grant] = grants.result.items
    const counted = await asToken(site, token).get(`/benefit-grants/${grant?.id}/downloads`)
    expect(counted).toMatchObject({
      status: 200,
      body: { items: [{ name: 'Größe & Glück.zip', downloads: 1, is_available: true }] },
    })
  })

  it('gets the next version without doing anything', async () => {
    const cleo = await buy('cleo@buyer.test')
    const before = await onlyDownloadOf(cleo)
    const remix = Buffer.from('All twelve songs, remixed')
    const files = [await upload('Remix.zip', remix, '2.0')]
    const benefitUpdate = { type: 'downloadables' as const, properties: { files } }
    await backend().benefits.update({ id: benefit, requestBody: benefitUpdate })
    const after = await onlyDownloadOf(cleo)
    expect(after.file).toMatchObject({ name: 'Remix.zip', version: '2.0' })
    expect(await (await fetch(after.file.download.url)).text()).toBe(remix.toString())
    expect(await statusOf(before.file.download.url)).toBe(404)
  })

  it('who passes the link on and takes the money back leaves a dead link', async () => {
    const dan = await buy('dan@buyer.test')
    const { url } = (await onlyDownloadOf(dan)).file.download
    expect(await statusOf(url)).toBe(302)
    await backend().refunds.create({
      orderId: dan.order.id,
      amount: dan.order.netAmount,
      reason: 'customer_request',
      revokeBenefits: true,
    })
    await site.server.settle()
    expect(await downloadsOf(dan)).toEqual([])
    expect(await statusOf(url)).toBe(404)
  })
})

describe('the official client', () => {
  const tokenIn = (url: string) => url.slice(url.lastIndexOf('/') + 1)

  it('gets a link without following it', async () => {
    const eve = await buy('eve@buyer.test')
    const { url } = (await onlyDownloadOf(eve)).file.download
    const { downloadables } = portal()
    await downloadables.get({ token: tokenIn(url) }, { fetchOptions: { redirect: 'manual' } })
    expect(await thrown(downloadables.get({ token: 'guessed' }))).toMatchObject({ statusCode: 404 })
  })

  it('learns that ten minutes are over', async () => {
    const fay = await buy('fay@buyer.test')
    const { download } = (await onlyDownloadOf(fay)).file
    site.advanceTime(601)
    const error = await thrown(portal().downloadables.get({ token: tokenIn(download.url) }))
    expect(error).toBeInstanceOf(SDKError)
    expect(error).toMatchObject({ statusCode: 410 })
    expect(await statusOf((await onlyDownloadOf(fay)).file.download.url)).toBe(302)
  })
})
