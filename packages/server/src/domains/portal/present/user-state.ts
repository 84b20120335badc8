import type { CustomerState } from '@guildhall/contract/customers/state'
import { metadataShown } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'

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
export function referenceIn(metadata: unknown): { referenceId?: string } {
  const { referenceId } = z.parse(metadataShown, metadata)
  return typeof referenceId === 'string' ? { referenceId } : {}
}
