import { Refused, Unreachable } from '#/lib/request.ts'
import { updateCheckout } from './checkout-api.ts'
import type { Wire } from './draft.ts'
import type { Checkout } from './wire.ts'

const answerPrefix = 'custom_field_data.'

/** Values from the query string for fields that are still empty. */
export function proposedBy(search: string, checkout: Checkout): Wire {
  const asked = new URLSearchParams(search)
  const text = (name: string, isFree: boolean): Wire => {
    const value = asked.get(name)
    return isFree && value !== null && value.trim() !== '' ? { [name]: value.trim() } : {}
  }
  const amount = Number(asked.get('amount') ?? Number.NaN)
  return {
    ...text('product_id', true),
    ...text('customer_email', checkout.customerId === null && checkout.customerEmail === null),
    ...text('customer_name', checkout.customerName === null),
    ...text('discount_code', checkout.discount === null && checkout.allowDiscountCodes),
    ...(Number.isInteger(amount) && amount > 0 && { amount }),
    ...answersIn(asked, checkout),
  }
}

/** The number of a test card, which only the form of a sandbox takes. */
export const proposedCard = (search: string): string | null =>
  new URLSearchParams(search).get('test_card')

function answersIn(asked: URLSearchParams, checkout: Checkout): Wire {
  const given = [...asked].flatMap(([name, value]) => {
    const slug = name.startsWith(answerPrefix) ? name.slice(answerPrefix.length) : null
    const field = checkout.attachedCustomFields.find(({ customField }) => customField.slug === slug)
    if (slug === null || field === undefined || slug in checkout.customFieldData) return []
    return [[slug, answerOf(field.customField.type, value)]]
  })
  if (given.length === 0) return {}
  return { custom_field_data: { ...checkout.customFieldData, ...Object.fromEntries(given) } }
}

function answerOf(type: string, value: string): string | number | boolean {
  if (type === 'checkbox') return value === 'true'
  return type === 'number' ? Number(value) : value
}

const unprocessable = 422

/** Applies the proposed values and drops those that the server refuses. */
export async function prefill(secret: string, checkout: Checkout): Promise<Checkout> {
  let wanted = proposedBy(window.location.search, checkout)
  forgetProposals()
  while (Object.keys(wanted).length > 0) {
    try {
      return await updateCheckout(secret, wanted)
    } catch (error) {
      if (error instanceof Unreachable) break
      if (!(error instanceof Refused)) throw error
      const left = error.status === unprocessable ? withoutFaulty(wanted, error) : {}
      if (Object.keys(left).length === Object.keys(wanted).length) break
      wanted = left
    }
  }
  return checkout
}

function withoutFaulty(wanted: Wire, { fields }: Refused): Wire {
  const faulty = new Set(fields.map(({ path }) => path[0]))
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => !faulty.has(name)))
}

/** Removes the proposed values, so that a reload keeps what was entered since. */
function forgetProposals(): void {
  const url = new URL(window.location.href)
  const names = [...url.searchParams.keys()].filter((name) => !kept.has(name))
  for (const name of names) url.searchParams.delete(name)
  window.history.replaceState(null, '', url)
}

const kept: ReadonlySet<string> = new Set(['embed', 'embed_origin', 'theme'])
