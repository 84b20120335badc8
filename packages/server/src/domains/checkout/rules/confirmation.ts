import type { Fault } from '@guildhall/contract/faults'
import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { moneyText } from '../../../kernel/money-text.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import type { CheckoutContent, ProductFacts } from './content.ts'
import { meteredPricesOf } from './price-choice.ts'
import type { AddressModes, PaymentRequirements } from './required-fields.ts'

export interface Confirmation {
  readonly content: CheckoutContent
  readonly product: ProductFacts
  readonly requirements: PaymentRequirements
  readonly addressModes: AddressModes
  /** The total with the tax, less the credit that pays for it. */
  readonly dueAmount: MinorUnits
  /** The smallest amount that is charged in its currency. */
  readonly chargeMin: MinorUnits
  /** Whether the body has a confirmation token, which represents the card. */
  readonly hasToken: boolean
}

/** Why a checkout cannot be paid. Reports all missing fields at once. */
export function confirmationRefusal(confirmation: Confirmation): Refusal | null {
  const { product, ...rest } = confirmation
  const loc = ['body', 'product_id']
  if (product.isArchived) return refuse('checkout_product_archived', { loc })
  const missing = missingFields(rest)
  if (missing.length === 0) return totalRefusal(confirmation)
  const faults = missing.map(
    (path): Fault => ({ loc: ['body', ...path], msg: 'Field required', type: 'missing' }),
  )
  return refuse('checkout_field_missing', { faults })
}

/** Nobody pays for usage at other prices than they saw. */
export function pricesRefusal(
  product: Pick<ProductFacts, 'prices'>,
  seen: readonly Id<'productPrice'>[] | null,
): Refusal<'checkout_prices_changed'> | null {
  if (seen === null) return null
  const current = meteredPricesOf(product).map(({ id }) => id)
  const isSame = current.length === seen.length && current.every((id) => seen.includes(id))
  return isSame ? null : refuse('checkout_prices_changed')
}

/** The processor would refuse it after the buyer has entered a card. */
function totalRefusal({
  content: { currency, discountId },
  dueAmount,
  chargeMin,
}: Confirmation): Refusal<'checkout_total_low'> | null {
  if (dueAmount === 0 || dueAmount >= chargeMin) return null
  return refuse('checkout_total_low', {
    loc: ['body', discountId === null ? 'amount' : 'discount_code'],
    total: moneyText({ amount: dueAmount, currency }),
    minimum: moneyText({ amount: chargeMin, currency }),
  })
}

/** The fields of an address with their wire names, in the order of the form. */
const addressFields = [
  ['country', 'country'],
  ['line1', 'line1'],
  ['postalCode', 'postal_code'],
  ['city', 'city'],
  ['state', 'state'],
] as const

function missingFields({
  content,
  requirements: { isPaymentFormRequired },
  addressModes,
  hasToken,
}: Pick<
  Confirmation,
  'content' | 'requirements' | 'addressModes' | 'hasToken'
>): (readonly string[])[] {
  const address = content.customerBillingAddress
  const missing: readonly (readonly [isMissing: boolean, path: readonly string[]])[] = [
    [content.customerEmail === null, ['customer_email']],
    [isPaymentFormRequired && content.customerName === null, ['customer_name']],
    [content.isBusinessCustomer && content.customerBillingName === null, ['customer_billing_name']],
    ...addressFields.map(
      ([field, wireName]) =>
        [
          addressModes[field] === 'required' && (address?.[field] ?? null) === null,
          ['customer_billing_address', wireName],
        ] as const,
    ),
    [isPaymentFormRequired && !hasToken, ['confirmation_token_id']],
  ]
  return missing.flatMap(([isMissing, path]) => (isMissing ? [path] : []))
}
