import type { Wallet } from './portal-queries.ts'

/** What a balance will be used for. */
export function creditText(
  { balance, usableAmount }: Pick<Wallet, 'balance' | 'usableAmount'>,
  price: (amount: number) => string,
): string {
  if (balance < 0)
    return `You owe ${price(Math.abs(balance))}, which is charged with your next payment.`
  if (usableAmount === balance) return 'It pays for your next renewals and purchases automatically.'
  const rest = 'The rest pays only for the purchase that it came from, until you accept that.'
  return usableAmount === 0
    ? 'It pays only for the purchase that it came from, until you accept that.'
    : `${price(usableAmount)} of it pays for your next renewals and purchases. ${rest}`
}
