import { type Draft, isAddress } from './draft.ts'
import type { Checkout } from './wire.ts'

/** What is wrong, by field; `whole` is about them all. */
export type Faults = Readonly<Record<string, string>>

type AddressField = keyof Checkout['billingAddressFields']

export const addressFieldsShown = (checkout: Checkout): AddressField[] =>
  addressFields.filter((field) => checkout.billingAddressFields[field] !== 'disabled')

const addressFields = ['country', 'line1', 'line2', 'postalCode', 'city', 'state'] as const

/** Somebody who pays nothing is asked for none, unless the seller wants it. */
export const asksForAddress = ({ billingAddressFields }: Checkout): boolean =>
  billingAddressFields.country !== 'disabled'

/** What to do about a field that is empty; by the names of the form. */
export const missingWords: Readonly<Record<string, string>> = {
  email: 'Enter your e-mail address.',
  name: 'Enter the name on the card.',
  billingName: 'Enter the name of your business.',
  country: 'Choose your country.',
  line1: 'Enter street and number.',
  city: 'Enter the city.',
  postalCode: 'Enter the postal code.',
  state: 'Choose a state or province.',
}

/** Which fields have to be filled in before paying, as far as the page can tell. */
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

/** What can be said without asking the server. */
export function faultsIn(checkout: Checkout, draft: Draft): Faults {
  const missing = requiredFields(checkout, draft).filter((field) => isBlank(draft[field]))
  const email = draft.email.trim() !== '' && !isAddress(draft.email)
  return {
    ...Object.fromEntries(missing.map((field) => [field, missingWords[field] ?? 'Fill this in.'])),
    ...(email && { email: 'This isn’t an e-mail address.' }),
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
      type === 'checkbox' ? 'Tick this box to go on.' : 'Fill this in.',
    ]),
  )
}

export const answerName = (slug: string): string => `answers.${slug}`

function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return value === null || value === undefined
}
