import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { Database } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/ids.ts'
import type { OwnedOrganization } from './owned-organization.ts'
import type { BillingCalls } from './sellers.ts'

const created = z.object({
  id: z.string(),
  name: z.string(),
  prices: z.array(z.object({ id: z.string(), amount_type: z.string() })),
  modified_at: z.nullable(z.string()),
})

export type MadeProduct = z.output<typeof created>

export const readProduct = (body: unknown): MadeProduct => created.parse(body)

export const freePrice = { amount_type: 'free' } as const
export const fixedPrice = (price_amount = 1000) => ({ amount_type: 'fixed', price_amount }) as const
export const meteredPrice = (meter_id: string, input: object = {}) => ({
  amount_type: 'metered_unit',
  meter_id,
  unit_amount: '0.5',
  ...input,
})

/** The required fields only. */
export const bareProduct = {
  name: 'Course',
  recurring_interval: null,
  prices: [fixedPrice()],
} as const

/** Creates a product in the caller's organization. */
export async function newProduct(calls: BillingCalls, input: object = {}): Promise<MadeProduct> {
  const answer = await calls.post('/products/', { ...bareProduct, ...input })
  expect(answer).toMatchObject({ status: 201 })
  return created.parse(answer.body)
}

type In = Pick<OwnedOrganization, 'id'>
type On = Pick<Database, 'pool'>

/** The row of a benefit, which may be not selectable: the API can't create such benefits. */
export async function newBenefitRow(
  { pool }: On,
  { id: organizationId }: In,
  { selectable = true, description = 'Thanks' } = {},
): Promise<string> {
  const id = newId('benefit')
  await pool.query(
    `insert into benefit (organization_id, id, type, description, selectable, properties, created_at)
     values ($1, $2, 'custom', $3, $4, '{"note": null}', now())`,
    [organizationId, id, description, selectable],
  )
  return id
}

interface FileInput {
  readonly service?: 'product_media' | 'downloadable'
  readonly isUploaded?: boolean
}

/** The row of a file, without bytes in storage. */
export async function newFileRow(
  { pool }: On,
  { id: organizationId }: In,
  { service = 'product_media', isUploaded = true }: FileInput = {},
): Promise<string> {
  const id = newId('file')
  await pool.query(
    `insert into file (organization_id, id, service, name, path, mime_type, size, is_uploaded,
       last_modified_at, upload_id, upload_parts, upload_ends_at, created_at)
     values ($1, $2, $3, 'cover.png', $4, 'image/png', 2048, $5,
       case when $5 then now() end, 'upload', '[]', now(), now())`,
    [organizationId, id, service, `${service}/${organizationId}/${id}/cover.png`, isUploaded],
  )
  return id
}
