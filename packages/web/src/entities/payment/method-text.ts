import type { PaymentMethod } from '@guildhall/contract/payments/method-shapes'

type Named = Pick<PaymentMethod, 'type'> & { readonly card?: Card }

interface Card {
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
}

const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

/** “Visa ending in 4242”. */
export const methodName = ({ type, card }: Named): string =>
  card === undefined
    ? type.replaceAll('_', ' ')
    : `${brands[card.brand] ?? card.brand} ending in ${card.last4}`

export const expiryText = ({ card }: Named): string | null =>
  card === undefined ? null : `Expires ${String(card.expMonth).padStart(2, '0')}/${card.expYear}`
