import { amountMistake, centsOf, dollarsOf } from '#/lib/amount-text.ts'
import type { Answer, Checkout } from './wire.ts'

/** The form values as typed. */
export interface Draft {
  email: string
  name: string
  isBusiness: boolean
  billingName: string
  country: string
  line1: string
  line2: string
  city: string
  postalCode: string
  state: string
  taxId: string
  amount: string
  answers: Readonly<Record<string, Answer>>
}

export function draftOf(checkout: Checkout): Draft {
  const address = checkout.customerBillingAddress
  return {
    email: checkout.customerEmail ?? '',
    name: checkout.customerName ?? '',
    isBusiness: checkout.isBusinessCustomer,
    billingName: checkout.customerBillingName ?? '',
    country: address?.country ?? '',
    line1: address?.line1 ?? '',
    line2: address?.line2 ?? '',
    city: address?.city ?? '',
    postalCode: address?.postalCode ?? '',
    state: address?.state ?? '',
    taxId: checkout.customerTaxId ?? '',
    amount: dollarsOf(checkout.amount),
    answers: checkout.customFieldData,
  }
}

/** A part of an update, with the API’s names. */
export type Wire = Readonly<Record<string, unknown>>

/** The parts of an update by what must be sent together; empty while invalid. */
const parts = {
  email: ({ email }: Draft): Wire => (isAddress(email) ? { customer_email: email.trim() } : {}),
  name: ({ name }: Draft): Wire => ({ customer_name: orNull(name) }),
  isBusiness: ({ isBusiness }: Draft): Wire => ({ is_business_customer: isBusiness }),
  billingName: ({ billingName }: Draft): Wire => ({ customer_billing_name: orNull(billingName) }),
  address: (draft: Draft): Wire => addressOf(draft),
  taxId: ({ taxId, country }: Draft): Wire =>
    country === '' ? {} : { customer_tax_id: orNull(taxId) },
  amount: ({ amount }: Draft): Wire => {
    const cents = centsOf(amount)
    return cents === null ? {} : { amount: cents }
  },
  answers: ({ answers }: Draft): Wire => ({ custom_field_data: answers }),
} as const satisfies Record<string, (draft: Draft) => Wire>

const partOf = {
  email: 'email',
  name: 'name',
  isBusiness: 'isBusiness',
  billingName: 'billingName',
  country: 'address',
  line1: 'address',
  line2: 'address',
  city: 'address',
  postalCode: 'address',
  state: 'address',
  taxId: 'taxId',
  amount: 'amount',
  answers: 'answers',
} as const satisfies Record<keyof Draft, keyof typeof parts>

export const isField = (name: string): name is keyof Draft => Object.hasOwn(partOf, name)

/** The update that a change of these fields leads to. */
export function changeOf(draft: Draft, fields: readonly (keyof Draft)[]): Wire {
  const names = new Set(fields.map((field) => partOf[field]))
  return Object.assign({}, ...[...names].map((name) => parts[name](draft)))
}

/** A plausible address; only a mail can prove it. */
export const isAddress = (text: string): boolean => /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/.test(text)

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

function addressOf({ country, line1, line2, city, postalCode, state }: Draft): Wire {
  if (country === '') return {}
  const address = {
    country,
    line1: orNull(line1),
    line2: orNull(line2),
    city: orNull(city),
    postal_code: orNull(postalCode),
    state: orNull(state),
  }
  return { customer_billing_address: address }
}

/** The form’s values for Stripe, because the server may not have the latest yet. */
export const billingDetailsOf = (draft: Draft): Wire => ({
  name: draft.name,
  email: draft.email,
  phone: '',
  address: {
    country: draft.country,
    line1: draft.line1,
    line2: draft.line2,
    city: draft.city,
    postal_code: draft.postalCode,
    state: draft.state,
  },
})

/** Validates the amount that a buyer chooses against the seller’s limits. */
export function chosenAmountMistake({ productPrice }: Checkout, amount: string): string | null {
  if (productPrice.amountType !== 'custom') return null
  return amountMistake(amount, {
    min: productPrice.minimumAmount ?? amountMin,
    max: productPrice.maximumAmount ?? amountMax,
  })
}

/** The same as in the contract. */
const amountMin = 50
const amountMax = 99_999_999
