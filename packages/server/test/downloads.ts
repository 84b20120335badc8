import type { Scope } from '@guildhall/contract/organizations/scopes'
import { id } from '@guildhall/contract/primitives'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { newBenefit } from './benefits.ts'
import { newCustomer } from './customers.ts'
import { fileOf, upload } from './files.ts'
import { newOrder, orderScopes } from './orders.ts'
import type { OwnedOrganization } from './owned-organization.ts'
import { newProduct } from './products.ts'
import { type BillingCalls, withToken } from './sellers.ts'
import type { TestServer } from './server.ts'

/** What tests of downloads need. */
export const downloadScopes: readonly Scope[] = [
  ...orderScopes,
  'benefits:write',
  'files:write',
  'customer_sessions:write',
]

interface Seller {
  readonly server: TestServer
  readonly organization: OwnedOrganization
  readonly calls: BillingCalls
}

export const newDownload = async (
  calls: BillingCalls,
  bytes: Uint8Array<ArrayBuffer> = Buffer.from('0123456789'),
  input: object = {},
): Promise<string> => (await upload(calls, bytes, fileOf(bytes, input))).id

export const filesOfBenefit = (files: readonly string[], archived: object = {}) => ({
  type: 'downloadables',
  properties: { files, archived },
})

export const newFileBenefit = async (
  calls: BillingCalls,
  files: readonly string[],
): Promise<string> => (await newBenefit(calls, filesOfBenefit(files))).id

/** A product that gives these benefits. */
export async function newGift(
  calls: BillingCalls,
  benefits: readonly string[],
  input: object = {},
) {
  const product = await newProduct(calls, input)
  await giveWith(calls, product.id, benefits)
  return { productId: product.id, priceId: product.prices[0]?.id ?? '' }
}

export async function giveWith(
  calls: BillingCalls,
  productId: string,
  benefits: readonly string[],
) {
  const answer = await calls.post(`/products/${productId}/benefits`, { benefits })
  expect(answer).toMatchObject({ status: 200 })
}

export interface Holder {
  readonly customerId: string
  readonly orderId: string
  /** In the portal. */
  readonly portal: BillingCalls
}

/** Somebody buys a product; by default a new customer. */
export async function newHolder(
  { server, organization, calls }: Seller,
  gift: Awaited<ReturnType<typeof newGift>>,
  customerId?: string,
): Promise<Holder> {
  const buyer = customerId ?? (await newCustomer(calls)).id
  const orderId = await newOrder(server, organization, { ...gift, customerId: buyer })
  const { body } = await calls.post('/customer-sessions/', { customer_id: buyer })
  return { customerId: buyer, orderId, portal: withToken(server, String(body?.['token'])) }
}

const downloadables = z.object({
  items: z.array(
    z.object({
      id: z.uuid(),
      benefit_id: z.string(),
      file: z.looseObject({
        id: id('file'),
        name: z.string(),
        version: z.nullable(z.string()),
        download: z.object({
          url: z.string(),
          headers: z.record(z.string(), z.string()),
          expires_at: z.string(),
        }),
      }),
    }),
  ),
  pagination: z.object({ total_count: z.int(), max_page: z.int() }),
})

export async function downloadablesOf(portal: BillingCalls, query = '') {
  const answer = await portal.get(`/customer-portal/downloadables/?limit=100${query}`)
  expect(answer).toMatchObject({ status: 200 })
  return downloadables.parse(answer.body)
}

export const filesIn = async (portal: BillingCalls, query = ''): Promise<string[]> =>
  (await downloadablesOf(portal, query)).items.map(({ file }) => file.id)

/** The link to a file; by default to the first one. */
export async function linkTo(portal: BillingCalls, file?: string): Promise<string> {
  const { items } = await downloadablesOf(portal)
  const found = items.find((one) => file === undefined || one.file.id === file)
  return found?.file.download.url ?? expect.fail('the file is listed')
}

/** The answer itself, without following where it redirects to. */
export const open = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { redirect: 'manual', ...init })

/** Where a link redirects to. */
export async function targetOf(url: string, init: RequestInit = {}): Promise<string> {
  const answer = await open(url, init)
  expect(answer.status).toBe(302)
  return answer.headers.get('location') ?? ''
}

const grants = z.object({ items: z.array(z.object({ id: z.string() })) })

export async function grantOf(calls: BillingCalls, { orderId }: Pick<Holder, 'orderId'>) {
  const { items } = grants.parse((await calls.get(`/benefit-grants/?order_id=${orderId}`)).body)
  return items[0]?.id ?? expect.fail('the order has a grant')
}

const counts = z.object({
  items: z.array(
    z.object({
      file_id: z.string(),
      name: z.string(),
      version: z.nullable(z.string()),
      downloads: z.int(),
      last_downloaded_at: z.nullable(z.string()),
      is_available: z.boolean(),
    }),
  ),
})

/** What the seller sees of the downloads of a grant. */
export async function countsOf(calls: BillingCalls, holder: Pick<Holder, 'orderId'>) {
  const answer = await calls.get(`/benefit-grants/${await grantOf(calls, holder)}/downloads`)
  expect(answer).toMatchObject({ status: 200 })
  return counts.parse(answer.body).items
}

export async function refundWith(
  calls: BillingCalls,
  { orderId: order_id }: Pick<Holder, 'orderId'>,
  revoke_benefits: boolean,
): Promise<void> {
  const refund = { order_id, reason: 'customer_request', amount: 400, revoke_benefits }
  expect(await calls.post('/refunds/', refund)).toMatchObject({ status: 200 })
}
