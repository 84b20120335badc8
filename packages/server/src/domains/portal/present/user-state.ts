import type { CustomerState } from '@guildhall/contract/customers/state'

/** Without the seller's own data about the customer and what was bought. */
export const stateForUser = (state: CustomerState): CustomerState => ({
  ...state,
  metadata: {},
  activeSubscriptions: state.activeSubscriptions.map((one) => ({
    ...one,
    metadata: referenceIn(one.metadata),
  })),
  grantedBenefits: state.grantedBenefits.map((one) => ({ ...one, benefitMetadata: {} })),
})

/** What the application said that the purchase was for, which the user knows. */
export const referenceIn = (metadata: unknown): { referenceId?: string } =>
  typeof metadata === 'object' &&
  metadata !== null &&
  'referenceId' in metadata &&
  typeof metadata.referenceId === 'string'
    ? { referenceId: metadata.referenceId }
    : {}
