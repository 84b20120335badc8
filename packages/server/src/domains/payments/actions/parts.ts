import type { IdentityParts } from '../../identity/index.ts'
import type { OrganizationParts } from '../../organizations/index.ts'
import type { Processors } from '../rules/processor.ts'

/** What everything in this domain is made from; put together in `app/`. */
export interface PaymentParts
  extends Pick<OrganizationParts, 'workshop' | 'clock' | 'config' | 'keyring'>,
    Pick<IdentityParts, 'log'> {
  readonly processors: Processors
}
