import type { prorationModes } from '@guildhall/contract/organizations/billing-settings'

export type ProrationMode = (typeof prorationModes)[number]

interface ProrationWords {
  label: string
  hint: string
}

/** How a change of plan is paid, as a seller chooses it. */
export const prorationWords: Readonly<Record<ProrationMode, ProrationWords>> = {
  prorate: {
    label: 'With the next invoice',
    hint: 'The plan changes now. What is owed or left over for the rest of the period is settled when it ends.',
  },
  invoice: {
    label: 'At once',
    hint: 'The plan changes now, and the customer gets an invoice for the rest of the period on the spot.',
  },
  next_period: {
    label: 'Only from the next period on',
    hint: 'The plan stays until the period ends. Nothing is owed or given back for it.',
  },
  reset: {
    label: 'With a new period at once',
    hint: 'The plan changes now, and a whole period begins and is paid. Nothing is given back for the old one.',
  },
}

const prorationOrder = [
  'prorate',
  'invoice',
  'next_period',
  'reset',
] as const satisfies readonly ProrationMode[]

export const prorationOptions = prorationOrder.map((value) => ({
  value,
  ...prorationWords[value],
}))
