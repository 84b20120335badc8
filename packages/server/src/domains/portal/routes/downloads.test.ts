import { id } from '@guildhall/contract/primitives'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { newBenefit } from '../../../../test/benefits.ts'
import {
  countsOf,
  downloadScopes,
  filesOfBenefit,
  grantOf,
  type Holder,
  linkTo,
  newDownload,
  newFileBenefit,
  newGift,
  newHolder,
  open,
  refundWith,
  targetOf,
} from '../../../../test/downloads.ts'
import { fileOf } from '../../../../test/files.ts'
import { movableClock } from '../../../../test/movable-clock.ts'
import { createOrganization } from '../../../../test/owned-organization.ts'
import { briefOf, newBackend } from '../../../../test/sellers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { createKeyring } from '../../../platform/crypto/keyring.ts'
import { makeDownloadLink } from '../../entitlements/actions/download-link.ts'

const clock = movableClock()
const { server, acme, calls } = sellingServer(downloadScopes, {}, { clock })

const seller = () => ({ server: server.current, organization: acme, calls })

const bytes = Buffer.from('0123456789')

interface Sold extends Holder {
  readonly file: string
  readonly benefit: string
}

async function sell(input: object = {}): Promise<Sold> {
  const file = await newDownload(calls, bytes, input)
  const benefit = await newFileBenefit(calls, [file])
  return { file, benefit, ...(await newHolder(seller(), await newGift(calls, [benefit]))) }
}

let sold: Sold

beforeAll(async () => {
  sold = await sell()
})

const url = () => linkTo(sold.portal)

/** The status and error of a refusal. */
async function refusalOf(link: string): Promise<string> {
  const answer = await open(link)
  const { error = '' } = answer.status < 400 ? {} : Object(await answer.json())
  return `${answer.status} ${error}`.trim()
}

const notFound = '404 ResourceNotFound'

describe('a link', () => {
  it('leads to the bytes for everybody who has it, without any header', async () => {
    const answer = await open(await url())
    expect([answer.status, await answer.text()]).toEqual([302, ''])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const served = await fetch(String(answer.headers.get('location')))
    expect(served.status).toBe(200)
    expect(Buffer.from(await served.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-length': '10',
      'content-disposition': expect.stringContaining('attachment; filename="manual.txt"'),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
    })
  })

  it('is valid for ten minutes, and what it leads to for one', async () => {
    clock.freeze()
    onTestFinished(() => clock.resume())
    const link = await url()
    const target = await targetOf(link)
    clock.advance(59)
    expect((await fetch(target)).status).toBe(200)
    clock.advance(2)
    expect((await fetch(target)).status).toBe(403)
    clock.advance(535)
    expect(await refusalOf(link)).toBe('302')
    clock.advance(5)
    expect(await refusalOf(link)).toBe('410 DownloadExpired')
  })

  it('that was changed or invented is not found', async () => {
    const link = await url()
    const [, token = ''] = link.split('guildhall_dl_')
    for (const at of [0, 30, 60, 70, 90, token.length - 1]) {
      const other = token[at] === 'A' ? 'B' : 'A'
      const changed = link.replace(token, token.slice(0, at) + other + token.slice(at + 1))
      expect([at, await refusalOf(changed)]).toEqual([at, notFound])
    }
    const path = link.slice(0, link.lastIndexOf('/'))
    for (const one of ['x', 'guildhall_dl_', `guildhall_dl_${'A'.repeat(118)}`, `${token}A`]) {
      expect([one, await refusalOf(`${path}/${one}`)]).toEqual([one, notFound])
    }
  })

  it('of another server is not found', async () => {
    const keyring = createKeyring(['another-secret-of-the-tests-long-enough-as-well'])
    expect(await refusalOf(await forged({ keyring }))).toBe(notFound)
    expect(await refusalOf(await forged({}))).toBe('302')
  })

  it('opens nothing of another organization, and no file that the grant doesn’t give', async () => {
    const shop = await createOrganization(server.current)
    const foreign = await newBackend(server.current, shop, downloadScopes)
    const theirs = await newDownload(foreign)
    expect(await refusalOf(await forged({ organization: shop.id }))).toBe(notFound)
    expect(await refusalOf(await forged({ organization: shop.id, file: theirs }))).toBe(notFound)
    expect(await refusalOf(await forged({ file: theirs }))).toBe(notFound)
    expect(await refusalOf(await forged({ file: await newDownload(calls) }))).toBe(notFound)
  })

  /** Signed by the server, unless a keyring is given. */
  async function forged({
    keyring = server.current.keyring,
    organization = acme.id,
    file = sold.file,
  }): Promise<string> {
    const { config } = server.current
    const target = {
      organizationId: id('organization').parse(organization),
      grantId: id('benefitGrant').parse(await grantOf(calls, sold)),
      fileId: id('file').parse(file),
    }
    return makeDownloadLink({ clock, config, keyring }, target).url
  }
})

describe('a shared link is dead', () => {
  it('after a refund, and so is what it led to a minute later', async () => {
    const buyer = await sell()
    const link = await linkTo(buyer.portal)
    const target = await targetOf(link)
    await refundWith(calls, buyer, false)
    await server.current.settle()
    expect(await refusalOf(link)).toBe('302')
    await refundWith(calls, buyer, true)
    await server.current.settle()
    expect(await refusalOf(link)).toBe(notFound)
    clock.advance(61)
    expect((await fetch(target)).status).toBe(403)
  })

  it.each<[string, (sale: Sold) => Promise<unknown>]>([
    ['the customer was deleted', (one) => calls.remove(`/customers/${one.customerId}`)],
    ['the benefit was deleted', (one) => calls.remove(`/benefits/${one.benefit}`)],
    ['the file was deleted', (one) => calls.remove(`/files/${one.file}`)],
    [
      'the file was archived',
      ({ benefit, file }) =>
        calls.patch(`/benefits/${benefit}`, filesOfBenefit([file], { [file]: true })),
    ],
    [
      'another file took its place',
      async (one) =>
        calls.patch(`/benefits/${one.benefit}`, filesOfBenefit([await newDownload(calls)])),
    ],
  ])('once %s, before any job has run', async (_title, change) => {
    const sale = await sell()
    const link = await linkTo(sale.portal)
    expect(await change(sale)).toMatchObject({ status: expect.toSatisfy((one) => one < 300) })
    expect(await refusalOf(link)).toBe(notFound)
  })
})

it('a deleted file is gone at once where a link led to already', async () => {
  const sale = await sell()
  const target = await targetOf(await linkTo(sale.portal))
  await calls.remove(`/files/${sale.file}`)
  expect((await fetch(target)).status).toBe(404)
})

describe('a download is counted', () => {
  let sale: Sold
  let link: string
  let etag: string

  beforeAll(async () => {
    sale = await sell()
    link = await linkTo(sale.portal)
    etag = (await fetch(await targetOf(link, { method: 'HEAD' }))).headers.get('etag') ?? ''
  })

  const counted = async () => (await countsOf(calls, sale))[0]?.downloads

  const ranges: readonly [string, Record<string, string>, number, number][] = [
    ['of the whole file', {}, 200, 1],
    ['from its first byte', { range: 'bytes=0-3' }, 206, 1],
    ['from its first byte to the end', { range: 'bytes=0-' }, 206, 1],
    ['whose range is that of all', { range: 'bytes=-10' }, 206, 1],
    ['whose range is not understood', { range: 'items=4-' }, 200, 1],
    ['of several ranges, which is answered with all', { range: 'bytes=0-1,4-5' }, 200, 1],
    ['that another version makes start again', { range: 'bytes=4-', 'if-range': '"x"' }, 200, 1],
    ['not if it continues', { range: 'bytes=4-' }, 206, 0],
    ['not if it continues in the middle', { range: 'bytes=4-6' }, 206, 0],
    ['not if it is the end', { range: 'bytes=-3' }, 206, 0],
    ['not if nothing is left', { range: 'bytes=10-' }, 416, 0],
  ]

  it.each(ranges)('%s', async (_title, headers, status, more) => {
    const before = (await counted()) ?? 0
    const target = await targetOf(link, { headers })
    expect((await fetch(target, { headers })).status).toBe(status)
    expect((await counted()) ?? 0).toBe(before + more)
  })

  it('not if it continues the same version', async () => {
    const before = await counted()
    const headers = { range: 'bytes=4-', 'if-range': etag }
    const served = await fetch(await targetOf(link, { headers }), { headers })
    expect([served.status, await served.text()]).toEqual([206, '456789'])
    expect(served.headers.get('content-range')).toBe('bytes 4-9/10')
    expect(await counted()).toBe(before)
  })

  it('not with HEAD, which gets the size', async () => {
    const before = await counted()
    const served = await fetch(await targetOf(link, { method: 'HEAD' }), { method: 'HEAD' })
    expect([served.status, served.headers.get('content-length')]).toEqual([200, '10'])
    expect(await counted()).toBe(before)
  })

  it('each of several at the same time', async () => {
    const before = (await counted()) ?? 0
    await Promise.all([open(link), open(link), open(link)])
    expect(await counted()).toBe(before + 3)
  })

  it('never where it is refused', async () => {
    const gone = await sell()
    const late = await linkTo(gone.portal)
    await calls.remove(`/files/${gone.file}`)
    expect(await refusalOf(late)).toBe(notFound)
    expect(await countsOf(calls, gone)).toEqual([])
  })
})

describe('a name', () => {
  it.each([
    [
      'Größe “A”; (1).pdf',
      'Gro_e _A_; (1).pdf',
      'Gr%C3%B6%C3%9Fe%20%E2%80%9CA%E2%80%9D%3B%20%281%29.pdf',
    ],
    ['a"b%20c.pdf', 'a_b_20c.pdf', 'a%22b%2520c.pdf'],
    ['日本語.pdf', '___.pdf', '%E6%97%A5%E6%9C%AC%E8%AA%9E.pdf'],
  ])('like %s is that of the saved file', async (name, plain, encoded) => {
    const { portal } = await sell({ name })
    const { headers } = await fetch(await targetOf(await linkTo(portal)))
    const disposition = `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
    expect(headers.get('content-disposition')).toBe(disposition)
  })

  it('with a line break is refused, so that it adds no header', async () => {
    const input = fileOf(bytes, { name: 'a.pdf\r\nset-cookie: a=b' })
    expect(briefOf(await calls.post('/files/', input))).toBe('422 RequestValidationError body.name')
  })
})

it.each(['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/javascript'])(
  '%s is saved and never shown on our origin',
  async (mime_type) => {
    const { portal } = await sell({ name: 'page.html', mime_type })
    const { headers } = await fetch(await targetOf(await linkTo(portal)))
    expect(headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    const policy = headers.get('content-security-policy')?.split('; ')
    expect(policy).toContain('sandbox')
    expect(policy).toContain("default-src 'none'")
  },
)

it('grants of other types have no downloads', async () => {
  const { id: note } = await newBenefit(calls)
  const holder = await newHolder(seller(), await newGift(calls, [note]))
  expect(await countsOf(calls, holder)).toEqual([])
})
