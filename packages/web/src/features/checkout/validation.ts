import { type Draft, isAddress } from './draft.ts'
import type { Checkout } from './wire.ts'

/** Errors by field; `whole` concerns the form. */
export type Faults = Readonly<Record<string, string>>

type AddressField = keyof Checkout['billingAddressFields']

export const addressFieldsShown = (checkout: Checkout): AddressField[] =>
  addressFields.filter((field) => checkout.billingAddressFields[field] !== 'disabled')

const addressFields = ['country', 'line1', 'line2', 'postalCode', 'city', 'state'] as const

/** Free checkouts don't ask for it unless the seller requires it. */
export const asksForAddress = ({ billingAddressFields }: Checkout): boolean =>
  billingAddressFields.country !== 'disabled'

/** Messages for empty fields, by the names of the form. */
export const missingMessages: Readonly<Record<string, string>> = {
  email: 'Enter your email address.',
  name: 'Enter the name on the card.',
  billingName: 'Enter the name of your business.',
  country: 'Choose your country.',
  line1: 'Enter your street address.',
  city: 'Enter the city.',
  postalCode: 'Enter the postal code.',
  state: 'Choose a state or province.',
}

/** The fields that are required before paying, as far as the page can tell. */
function requiredFields(checkout: Checkout, draft: Draft): (keyof Draft)[] {
  const modes = checkout.billingAddressFields
  const address = addressFields.filter((field) => modes[field] === 'required')
  return [
    ...(checkout.customerId === null ? (['email'] as const) : []),
    ...(checkout.isPaymentFormRequired ? (['name'] as const) : []),
    ...(draft.isBusiness ? (['billingName'] as const) : []),
    ...address,
  ]
}

/** Checks that don't need the server. */
export function faultsIn(checkout: Checkout, draft: Draft): Faults {
  const missing = requiredFields(checkout, draft).filter((field) => isBlank(draft[field]))
  const email = draft.email.trim() !== '' && !isAddress(draft.email)
  return {
    ...Object.fromEntries(
      missing.map((field) => [field, missingMessages[field] ?? 'This field is required.']),
    ),
    ...(email && { email: 'This isn’t an email address.' }),
    ...answerFaults(checkout, draft),
  }
}

function answerFaults({ attachedCustomFields }: Checkout, { answers }: Draft): Faults {
  const missing = attachedCustomFields.filter(({ required, customField: { slug, type } }) => {
    const answer = answers[slug]
    return required && (type === 'checkbox' ? answer !== true : isBlank(answer))
  })
  return Object.fromEntries(
    missing.map(({ customField: { slug, type } }) => [
      answerName(slug),
      type === 'checkbox' ? 'Check this box to continue.' : 'This field is required.',
    ]),
  )
}

export const answerName = (slug: string): string => `answers.${slug}`

function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return value === null || value === undefined
}
