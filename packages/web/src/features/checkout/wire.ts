import type { CheckoutPublic } from '@guildhall/contract/checkout/checkout-shapes'
import type * as z from 'zod/mini'

/** The checkout of the API in camelCase, with instants as text. */
export type Checkout = z.input<typeof CheckoutPublic> & {
  /** Only in the response to a confirmation; signs the buyer in to the portal. */
  customerSessionToken?: string
}
export type Product = Checkout['product']
export type Price = Product['prices'][number]
export type Answer = Checkout['customFieldData'][string]

/** Their keys belong to the seller or the processor. */
const records = new Set(['custom_field_data', 'metadata', 'payment_processor_metadata'])

/** A minimal check: the response is our own server’s, and this page ships no schemas. */
export function readCheckout(answer: unknown): Checkout {
  const read = camelCased(answer)
  if (isCheckout(read)) return read
  throw new Error('The server returned no checkout.')
}

function isCheckout(value: unknown): value is Checkout {
  if (!isRecord(value)) return false
  return 'status' in value && 'product' in value && 'totalAmount' in value
}

export function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      records.has(name) ? one : camelCased(one),
    ]),
  )
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
