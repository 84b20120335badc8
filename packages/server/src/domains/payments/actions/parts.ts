import type { Id } from '@guildhall/contract/primitives'
import type { Work } from '../../../platform/work.ts'
import type { IdentityParts } from '../../identity/index.ts'
import type { OrganizationParts } from '../../organizations/index.ts'
import type { Processors } from '../rules/processor.ts'

/** A payment method that is about to go, and which one takes its place. */
export interface LeavingMethod {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly paymentMethodId: Id<'paymentMethod'>
  /** Null where the customer has no other. */
  readonly successorId: Id<'paymentMethod'> | null
}

/** Whoever charges methods goes over to the successor, or says no where they need one. */
type BeforeMethodDeletion = (work: Work, leaving: LeavingMethod) => Promise<boolean>

/** What everything in this domain is made from; put together in `app/`. */
export interface PaymentParts
  extends Pick<OrganizationParts, 'workshop' | 'clock' | 'config' | 'keyring'>,
    Pick<IdentityParts, 'log'> {
  readonly processors: Processors
  readonly beforeMethodDeletion: readonly BeforeMethodDeletion[]
}
