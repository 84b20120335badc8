import { cardText } from '@guildhall/contract/payments/card-text'
import type { PaymentMethod } from '@guildhall/contract/payments/method-shapes'

type Named = Pick<PaymentMethod, 'type'> & { readonly card?: Card }

interface Card {
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
}

/** “Visa ending in 4242”. */
export const methodName = ({ type, card }: Named): string =>
  card === undefined ? type.replaceAll('_', ' ') : cardText(card)

export const expiryText = ({ card }: Named): string | null =>
  card === undefined ? null : `Expires ${String(card.expMonth).padStart(2, '0')}/${card.expYear}`
