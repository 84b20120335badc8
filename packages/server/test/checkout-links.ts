import { expect } from 'vitest'
import * as z from 'zod/mini'
import { newProduct } from './products.ts'
import type { BillingCalls } from './sellers.ts'

const made = z.object({
  id: z.string(),
  label: z.nullable(z.string()),
  client_secret: z.string(),
  url: z.string(),
  products: z.array(z.object({ id: z.string(), name: z.string(), is_archived: z.boolean() })),
  discount_id: z.nullable(z.string()),
  modified_at: z.nullable(z.string()),
})

export type MadeLink = z.output<typeof made>

export const readLink = (body: unknown): MadeLink => made.parse(body)

/** A link of the calling seller; to a new product unless the input names products. */
export async function newLink(calls: BillingCalls, input: object = {}): Promise<MadeLink> {
  const products = 'products' in input ? {} : { products: [(await newProduct(calls)).id] }
  const answer = await calls.post('/checkout-links/', { ...products, ...input })
  expect(answer).toMatchObject({ status: 201 })
  return made.parse(answer.body)
}
