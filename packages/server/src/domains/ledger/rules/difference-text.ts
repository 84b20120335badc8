import type { DifferenceKind } from '@guildhall/contract/ledger/reconciliation'
import type { Money } from '../../../kernel/money.ts'
import { moneyText } from '../../../kernel/money-text.ts'
import type { Difference } from './reconciliation.ts'

type Sides = Pick<Difference, 'here' | 'there'>

const textOf = (side: Money | null): string => (side === null ? 'nothing' : moneyText(side))

const both = ({ here, there }: Sides): string => `${textOf(here)} here, ${textOf(there)} at Stripe`

const texts: Readonly<Record<DifferenceKind, (sides: Sides) => string>> = {
  missing_here: ({ there }) => `missing here: ${textOf(there)} at Stripe`,
  missing_at_stripe: ({ here }) => `missing at Stripe: ${textOf(here)} here`,
  amount_differs: (sides) => `the amount differs: ${both(sides)}`,
  fee_differs: (sides) => `the fee differs: ${both(sides)}`,
  currency_differs: (sides) => `the currency differs: ${both(sides)}`,
}

/** `charge of payment 0198… of acme (txn_1): the fee differs: €1.00 here, €1.50 at Stripe`. */
export function differenceText(difference: Difference, organization: string | null): string {
  const { kind, about, paymentId, transactionId } = difference
  const transaction = transactionId === null ? '' : ` (${transactionId})`
  const subject = `${about} of payment ${paymentId ?? 'unknown'}`
  const owner = organization === null ? 'an unknown organization' : organization
  return `${subject} of ${owner}${transaction}: ${texts[kind](difference)}`
}
