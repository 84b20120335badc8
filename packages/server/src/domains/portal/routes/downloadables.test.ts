import { describe, expect, it } from 'vitest'
import { newCustomer } from '../../../../test/customers.ts'
import {
  countsOf,
  downloadablesOf,
  downloadScopes,
  filesIn,
  filesOfBenefit,
  giveWith,
  grantOf,
  linkTo,
  newDownload,
  newFileBenefit,
  newGift,
  newHolder,
  open,
  refundWith,
} from '../../../../test/downloads.ts'
import { base64Of, sha256 } from '../../../../test/files.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { freePrice } from '../../../../test/products.ts'
import { briefOf, newBackend, withNothing, withToken } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'

const { server, acme, calls } = sellingServer(downloadScopes)

const seller = () => ({ server: server.current, organization: acme, calls })

const bytes = Buffer.from('The first chapter')

async function newBook(...files: readonly string[]) {
  const benefit = await newFileBenefit(calls, files)
  const gift = await newGift(calls, [benefit])
  return { benefit, gift, holder: await newHolder(seller(), gift) }
}

describe('a holder', () => {
  it('sees the files in the seller’s order, with size, checksum, version and a link', async () => {
    const [one, two] = [
      await newDownload(calls, bytes, { name: 'chapter.txt', version: '1.2' }),
      await newDownload(calls),
    ]
    const { benefit, holder } = await newBook(two, one)
    const { items, pagination } = await downloadablesOf(holder.portal)
    expect(items.map(({ file }) => file.id)).toEqual([two, one])
    expect(pagination).toEqual({ total_count: 2, max_page: 1 })
    expect(items[1]).toMatchObject({
      benefit_id: benefit,
      file: {
        organization_id: acme.id,
        name: 'chapter.txt',
        version: '1.2',
        mime_type: 'text/plain',
        size: bytes.length,
        size_readable: '17 B',
        checksum_sha256_base64: base64Of(bytes),
        checksum_sha256_hex: sha256(bytes).toString('hex'),
        is_uploaded: true,
        service: 'downloadable',
        download: { headers: {} },
      },
    })
    const { url, expires_at } = items[1]?.file.download ?? { url: '', expires_at: '' }
    expect(url).toContain(`${server.current.url}/v1/customer-portal/downloadables/guildhall_dl_`)
    const seconds = (Date.parse(expires_at) - Date.now()) / 1000
    expect(seconds).toBeGreaterThan(590)
    expect(seconds).toBeLessThanOrEqual(600)
    const again = await downloadablesOf(holder.portal)
    expect(again.items.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
    expect(new Set(items.map(({ id }) => id)).size).toBe(2)
  })

  it('sees a changed list and a new version at once', async () => {
    const [one, two] = [await newDownload(calls), await newDownload(calls)]
    const { benefit, holder } = await newBook(one)
    const change = async (files: readonly string[], archived = {}) => {
      const update = filesOfBenefit(files, archived)
      expect(await calls.patch(`/benefits/${benefit}`, update)).toMatchObject({ status: 200 })
    }
    await change([two, one])
    expect(await filesIn(holder.portal)).toEqual([two, one])
    await change([two, one], { [two]: true })
    expect(await filesIn(holder.portal)).toEqual([one])
    await change([two, one], { [two]: false })
    await calls.patch(`/files/${two}`, { name: 'renamed.txt', version: '2.0' })
    const { items } = await downloadablesOf(holder.portal)
    expect(items[0]?.file).toMatchObject({ id: two, name: 'renamed.txt', version: '2.0' })
    expect(await calls.remove(`/files/${two}`)).toMatchObject({ status: 204 })
    expect(await filesIn(holder.portal)).toEqual([one])
  })

  it('of two purchases sees each file once, until both are refunded', async () => {
    const file = await newDownload(calls)
    const { gift, holder } = await newBook(file)
    const second = await newHolder(seller(), gift, holder.customerId)
    const [first] = (await downloadablesOf(holder.portal)).items
    expect(await filesIn(holder.portal)).toEqual([file])
    await open(await linkTo(holder.portal))
    expect((await countsOf(calls, holder))[0]?.downloads).toBe(1)
    expect((await countsOf(calls, second))[0]?.downloads).toBe(0)
    await refundWith(calls, holder, true)
    await server.current.settle()
    const [other] = (await downloadablesOf(holder.portal)).items
    expect(other?.file.id).toBe(file)
    expect(other?.id).not.toBe(first?.id)
    await refundWith(calls, second, true)
    await server.current.settle()
    expect(await filesIn(holder.portal)).toEqual([])
  })

  it('filters by benefit and organization, and pages', async () => {
    const files = [await newDownload(calls), await newDownload(calls), await newDownload(calls)]
    const { benefit, holder } = await newBook(...files)
    const other = await newDownload(calls)
    const another = await newFileBenefit(calls, [other])
    await newHolder(seller(), await newGift(calls, [another]), holder.customerId)
    const { portal } = holder
    expect(await filesIn(portal)).toEqual([...files, other])
    expect(await filesIn(portal, `&benefit_id=${another}`)).toEqual([other])
    expect(await filesIn(portal, `&benefit_id=${another}&benefit_id=${benefit}`)).toHaveLength(4)
    expect(await filesIn(portal, `&organization_id=${acme.id}`)).toHaveLength(4)
    expect(await filesIn(portal, `&organization_id=${benefit}`)).toEqual([])
    expect(await filesIn(portal, '&sorting=-granted_at')).toEqual([other, ...files.toReversed()])
    const second = await portal.get('/customer-portal/downloadables/?limit=3&page=2')
    expect(second.body).toMatchObject({
      items: [{ file: { id: other } }],
      pagination: { total_count: 4, max_page: 2 },
    })
  })
})

describe('others', () => {
  it('see nothing: another customer, and a customer of another seller', async () => {
    const { holder } = await newBook(await newDownload(calls))
    expect(await filesIn(holder.portal)).toHaveLength(1)
    const ben = await newCustomer(calls)
    const { body } = await calls.post('/customer-sessions/', { customer_id: ben.id })
    expect(await filesIn(withToken(server.current, String(body?.['token'])))).toEqual([])
    const shop = await createOrganization(server.current)
    const other = {
      server: server.current,
      organization: shop,
      calls: await newBackend(server.current, shop, downloadScopes),
    }
    const foreign = await newHolder(other, await newGift(other.calls, []))
    expect(await filesIn(foreign.portal)).toEqual([])
  })

  it('without a session are refused', async () => {
    const path = '/customer-portal/downloadables/'
    expect(briefOf(await withNothing(server.current).get(path))).toBe('401 Unauthorized')
    const wrong = withToken(server.current, 'guildhall_cst_x')
    expect(briefOf(await wrong.get(path))).toMatch(/^401/)
  })
})

const free = { prices: [freePrice] }

it.each([
  ['free product', free],
  ['free plan', { ...free, recurring_interval: 'month' }],
])('a buyer of a %s who typed an address sees the files of it alone', async (_title, input) => {
  const [sold, sample] = [await newDownload(calls), await newDownload(calls)]
  const { holder } = await newBook(sold)
  const { body: customer } = await calls.get(`/customers/${holder.customerId}`)
  const gift = await newGift(calls, [await newFileBenefit(calls, [sample])], input)
  const browser = withNothing(server.current)
  const { body: made } = await browser.post('/checkouts/client/', { product_id: gift.productId })
  const confirmed = await browser.post(
    `/checkouts/client/${String(made?.['client_secret'])}/confirm`,
    { customer_email: customer?.['email'] },
  )
  expect(confirmed).toMatchObject({ status: 200 })
  await server.current.settle()
  const session = withToken(server.current, String(confirmed.body?.['customer_session_token']))
  expect(await filesIn(session)).toEqual([sample])
  expect((await open(await linkTo(session))).status).toBe(302)
  expect(await filesIn(holder.portal)).toEqual([sold, sample])
})

describe('the seller', () => {
  it('sees how often and when each file was downloaded, also of what is gone', async () => {
    const [one, two, gone] = [
      await newDownload(calls, bytes, { name: 'one.txt', version: '1.0' }),
      await newDownload(calls, bytes, { name: 'two.txt' }),
      await newDownload(calls, bytes, { name: 'gone.txt' }),
    ]
    const { gift, holder } = await newBook(one, two, gone)
    const before = Date.now()
    for (const file of [one, one, gone]) await open(await linkTo(holder.portal, file))
    await calls.remove(`/files/${gone}`)
    const shown = await countsOf(calls, holder)
    expect(shown).toMatchObject([
      { file_id: one, name: 'one.txt', version: '1.0', downloads: 2, is_available: true },
      { file_id: two, downloads: 0, last_downloaded_at: null, is_available: true },
      { file_id: gone, name: 'gone.txt', version: null, downloads: 1, is_available: false },
    ])
    expect(Date.parse(shown[0]?.last_downloaded_at ?? '')).toBeGreaterThanOrEqual(before)
    await giveWith(calls, gift.productId, [])
    await server.current.settle()
    const after = await countsOf(calls, holder)
    expect(after.map((one) => [one.file_id, one.downloads, one.is_available])).toEqual([
      [gone, 1, false],
      [one, 2, false],
    ])
  })

  it('sees the counts go on after a benefit was taken and given again', async () => {
    const { benefit, gift, holder } = await newBook(await newDownload(calls))
    const link = await linkTo(holder.portal)
    expect((await open(link)).status).toBe(302)
    await giveWith(calls, gift.productId, [])
    await server.current.settle()
    expect((await open(link)).status).toBe(404)
    await giveWith(calls, gift.productId, [benefit])
    await server.current.settle()
    expect((await open(link)).status).toBe(302)
    expect(await countsOf(calls, holder)).toMatchObject([{ downloads: 2, is_available: true }])
  })

  it('needs the scope, and sees nothing of another seller', async () => {
    const { holder } = await newBook(await newDownload(calls))
    const path = `/benefit-grants/${await grantOf(calls, holder)}/downloads`
    const weak = await newBackend(server.current, acme, ['orders:read'])
    expect(briefOf(await weak.get(path))).toMatch(/^403/)
    const shop = await createOrganization(server.current)
    const foreign = await newBackend(server.current, shop, ['benefits:read'])
    expect(briefOf(await foreign.get(path))).toBe('404 ResourceNotFound')
    expect(briefOf(await withNothing(server.current).get(path))).toMatch(/^401/)
  })
})
