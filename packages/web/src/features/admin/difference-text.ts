import type { Difference } from './reconciliation-query.ts'

const kinds: Readonly<Record<Difference['kind'], string>> = {
  missing_here: 'missing in the ledger',
  missing_at_stripe: 'missing at Stripe',
  amount_differs: 'with another amount',
  fee_differs: 'with another fee',
  currency_differs: 'in another currency',
}

const subjects: Readonly<Record<Difference['about'], string>> = {
  charge: 'Charge',
  refund: 'Refund',
  dispute: 'Dispute',
}

/** “Charge with another fee”. */
export const differenceTitle = ({ kind, about }: Pick<Difference, 'kind' | 'about'>): string =>
  `${subjects[about]} ${kinds[kind]}`
