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

/** A link of whoever calls; to a product of its own, where they don’t say one. */
export async function newLink(calls: BillingCalls, wish: object = {}): Promise<MadeLink> {
  const products = 'products' in wish ? {} : { products: [(await newProduct(calls)).id] }
  const answer = await calls.post('/checkout-links/', { ...products, ...wish })
  expect(answer).toMatchObject({ status: 201 })
  return made.parse(answer.body)
}
