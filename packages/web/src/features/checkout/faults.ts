import { asSentence } from '#/lib/failure-message.ts'
import type { Refused } from '#/lib/request.ts'
import { answerName, type Faults, missingMessages } from './validation.ts'

/** The form field of a fault, by its path on the wire. */
const fieldAt: Readonly<Record<string, string>> = {
  customer_email: 'email',
  customer_name: 'name',
  customer_billing_name: 'billingName',
  customer_billing_address: 'country',
  'customer_billing_address.country': 'country',
  'customer_billing_address.line1': 'line1',
  'customer_billing_address.line2': 'line2',
  'customer_billing_address.city': 'city',
  'customer_billing_address.postal_code': 'postalCode',
  'customer_billing_address.state': 'state',
  customer_tax_id: 'taxId',
  amount: 'amount',
  discount_code: 'discount',
  discount_id: 'discount',
  confirmation_token_id: 'number',
}

/** The faults of a refusal by field; those without a field concern the form. */
export function faultsOf(refused: Refused): Faults {
  const placed = refused.fields.map(({ path, message }) => {
    const field = fieldOf(path)
    return [field, messageFor(field, message)] as const
  })
  return placed.length > 0
    ? Object.fromEntries(placed.reverse())
    : { whole: asSentence(refused.message) }
}

function fieldOf(path: readonly (string | number)[]): string {
  const [first, second] = path
  if (first === 'custom_field_data' && second !== undefined) return answerName(String(second))
  return fieldAt[path.join('.')] ?? fieldAt[String(first)] ?? 'whole'
}

function messageFor(field: string, message: string): string {
  if (message === 'Field required') return missingMessages[field] ?? 'This field is required.'
  return asSentence(message)
}
