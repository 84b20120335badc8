import type { OrganizationParts } from '../../organizations/index.ts'
import type { Completions } from '../rules/body.ts'

/** What the wire of this domain is made from; put together in `app/`. */
export interface WebhookParts
  extends Pick<OrganizationParts, 'workshop' | 'clock' | 'config' | 'keyring'> {
  readonly completions: Completions
}
