import type { OrganizationDeps } from '../../organizations/actions/deps.ts'
import type { EventCompletions } from './completions.ts'

export interface WebhookDeps
  extends Pick<OrganizationDeps, 'uowFactory' | 'clock' | 'config' | 'keyring'> {
  readonly completions: EventCompletions
}
