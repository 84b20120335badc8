/** Processors write brands in lower case. */
const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

interface Card {
  readonly brand: string
  readonly last4: string
}

/** “Visa ending in 4242”, on screens and in mails. */
export const cardText = ({ brand, last4 }: Card): string =>
  `${brands[brand] ?? brand} ending in ${last4}`
