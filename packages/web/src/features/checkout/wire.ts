import type { CheckoutPublic } from '@guildhall/contract/checkout/checkout-shapes'
import type * as z from 'zod/mini'

/** As it comes over the wire, in our casing: instants stay text. */
export type Checkout = z.input<typeof CheckoutPublic> & {
  /** Only the answer to a confirmation has it; it lets the buyer into the portal. */
  customerSessionToken?: string
}
export type Product = Checkout['product']
export type Price = Product['prices'][number]
export type Answer = Checkout['customFieldData'][string]

/** Their keys are the seller’s, or the processor’s. */
const records = new Set(['custom_field_data', 'metadata', 'payment_processor_metadata'])

/** One look at its shape: the answer is our own server’s, and this page carries no schemas. */
export function readCheckout(answer: unknown): Checkout {
  const read = camelCased(answer)
  if (isCheckout(read)) return read
  throw new Error('The server answered no checkout.')
}

function isCheckout(value: unknown): value is Checkout {
  if (!isRecord(value)) return false
  return 'status' in value && 'product' in value && 'totalAmount' in value
}

function camelCased(value: unknown): unknown {
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
