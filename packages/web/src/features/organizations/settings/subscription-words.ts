import type { prorationBehaviors } from '@guildhall/contract/organizations/seller'

interface ProrationWords {
  label: string
  hint: string
}

export const prorationWords: Readonly<Record<(typeof prorationBehaviors)[number], ProrationWords>> =
  {
    prorate: {
      label: 'With the next invoice',
      hint: 'What is owed or left over for the rest of the period is settled when it ends.',
    },
    invoice: {
      label: 'At once',
      hint: 'The customer gets an invoice for the rest of the period on the spot.',
    },
  }
