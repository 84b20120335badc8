import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import * as z from 'zod/mini'
import type { Organization } from './organizations.ts'
import { createForSeller } from './sellers.ts'

const originHeader = (page: Page) => ({ origin: new URL(page.url()).origin })

export const productsOf = ({ slug }: Organization, rest = ''): string =>
  `/dashboard/${slug}/products${rest}`

const made = z.object({ id: z.string() })

/** Creates an object of an organization as the user signed in on the page; returns its id. */
export async function make(
  page: Page,
  organization: Organization,
  path: string,
  input: object,
): Promise<string> {
  return made.parse(await createForSeller(page, organization, path, input)).id
}

/** Costs $29 per month unless the input says otherwise. */
export const makeProduct = (page: Page, organization: Organization, input: object) =>
  make(page, organization, 'products', {
    recurring_interval: 'month',
    prices: [{ amount_type: 'fixed', price_amount: 2900 }],
    ...input,
  })

/** Counts all usage events. */
export const makeMeter = (page: Page, organization: Organization, name: string) =>
  make(page, organization, 'meters', {
    name,
    filter: { conjunction: 'and', clauses: [] },
    aggregation: { func: 'count' },
  })

export const makeBenefit = (page: Page, organization: Organization, description: string) =>
  make(page, organization, 'benefits', {
    type: 'custom',
    description,
    properties: { note: null },
  })

/** Replaces the list of benefits of a product. */
export async function setBenefits(
  page: Page,
  product: string,
  benefits: readonly string[],
): Promise<void> {
  const answer = await page.request.post(`/v1/products/${product}/benefits`, {
    data: { benefits },
    headers: originHeader(page),
  })
  assert.equal(answer.status(), 200, await answer.text())
}

async function changeProduct(page: Page, id: string, data: object): Promise<void> {
  const answer = await page.request.patch(`/v1/products/${id}`, {
    data,
    headers: originHeader(page),
  })
  assert.equal(answer.status(), 200, await answer.text())
}

/** The product as the API returns it. */
export async function readProduct(page: Page, id: string) {
  const answer = await page.request.get(`/v1/products/${id}`)
  assert.equal(answer.status(), 200, await answer.text())
  return answer.json()
}

/** Turns metered prices on or off. */
export async function setUsageBilling(
  page: Page,
  { id }: Organization,
  isOn: boolean,
): Promise<void> {
  const data = { feature_settings: { usage_based_billing_enabled: isOn } }
  const answer = await page.request.patch(`/v1/organizations/${id}`, {
    data,
    headers: originHeader(page),
  })
  assert.equal(answer.status(), 200, await answer.text())
}

/** Uploads a one-color picture by the API. */
export const uploadPicture = (
  page: Page,
  organization: Organization,
  color: string,
  width = 160,
): Promise<string> =>
  uploadFile(page, organization, {
    service: 'product_media',
    name: `${color}.svg`,
    mime_type: 'image/svg+xml',
    content: drawing(color, width),
  })

interface FileToUpload {
  service: 'product_media' | 'downloadable'
  name: string
  mime_type: string
  content: string
  version?: string
}

/** Uploads a file by the API; returns its id. */
export async function uploadFile(
  page: Page,
  { id }: Organization,
  { content, ...described }: FileToUpload,
): Promise<string> {
  const bytes = Buffer.from(content)
  const checksum_sha256_base64 = createHash('sha256').update(bytes).digest('base64')
  const part = { number: 1, chunk_start: 0, chunk_end: bytes.length, checksum_sha256_base64 }
  const file = {
    organization_id: id,
    ...described,
    size: bytes.length,
    upload: { parts: [part] },
  }
  const headers = originHeader(page)
  const created = await page.request.post('/v1/files/', { data: file, headers })
  assert.equal(created.status(), 201, await created.text())
  const { id: fileId, upload } = await created.json()
  const [first] = upload.parts
  const put = await page.request.put(first.url, { data: bytes, headers: first.headers })
  const checksum_etag = put.headers()['etag']
  const parts = [{ number: 1, checksum_etag, checksum_sha256_base64 }]
  const done = await page.request.post(`/v1/files/${fileId}/uploaded`, {
    data: { id: upload.id, path: upload.path, parts },
    headers,
  })
  assert.equal(done.status(), 200, await done.text())
  return String(fileId)
}

export const drawing = (color: string, width = 160): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 90">` +
  `<rect width="${width}" height="90" fill="${color}"/></svg>`

const description = `Everything a team needs.

## What’s included

- private repositories, and **priority** support
- [a handbook](https://example.com/handbook)

<script>alert('no')</script>`

/** Creates products of every kind; returns the id of the one with every detail. */
export async function createSampleProducts(
  page: Page,
  organization: Organization,
): Promise<string> {
  const calls = await makeMeter(page, organization, 'API calls')
  const benefits = [
    await makeBenefit(page, organization, 'Private repositories at GitHub'),
    await makeBenefit(page, organization, 'A license key for 5 machines'),
  ]
  const company = await make(page, organization, 'custom-fields', {
    type: 'text',
    slug: 'company',
    name: 'Company',
    properties: { form_help_text: 'It is printed on your invoices.' },
  })
  const id = await makeProduct(page, organization, {
    name: 'Team plan',
    description,
    prices: [
      { amount_type: 'fixed', price_amount: 2900 },
      { amount_type: 'metered_unit', meter_id: calls, unit_amount: '0.5', cap_amount: 10_000 },
    ],
    medias: [
      await uploadPicture(page, organization, 'teal'),
      await uploadPicture(page, organization, 'coral'),
    ],
    attached_custom_fields: [{ custom_field_id: company, required: true }],
    metadata: { plan: 'team', seats: 5 },
  })
  await setBenefits(page, id, benefits)
  await makeProduct(page, organization, {
    name: 'Icon pack',
    recurring_interval: null,
    prices: [{ amount_type: 'custom', minimum_amount: 500, preset_amount: 2000 }],
  })
  await makeProduct(page, organization, { name: 'Starter', prices: [{ amount_type: 'free' }] })
  await makeProduct(page, organization, {
    name: 'A product with a name that nobody would read to its end, Extraordinarily-Long-Edition',
    recurring_interval: 'year',
  })
  const old = await makeProduct(page, organization, { name: 'Old plan' })
  await changeProduct(page, old, { is_archived: true })
  return id
}
