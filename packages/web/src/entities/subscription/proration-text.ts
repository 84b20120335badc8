import type { prorationModes } from '@guildhall/contract/organizations/billing-settings'

export type ProrationMode = (typeof prorationModes)[number]

interface ProrationLabel {
  label: string
  hint: string
}

/** The proration modes as choices. */
export const prorationLabels: Readonly<Record<ProrationMode, ProrationLabel>> = {
  prorate: {
    label: 'Prorate on the next invoice',
    hint: 'The plan changes now. The difference for the rest of the period is added to the next invoice.',
  },
  invoice: {
    label: 'Invoice immediately',
    hint: 'The plan changes now, and the customer is invoiced immediately for the rest of the period.',
  },
  next_period: {
    label: 'At the next renewal',
    hint: 'The plan changes when the current period ends. Nothing is prorated.',
  },
  reset: {
    label: 'Start a new period',
    hint: 'The plan changes now, and a new full period is charged. The old period is not credited.',
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
  ...prorationLabels[value],
}))
