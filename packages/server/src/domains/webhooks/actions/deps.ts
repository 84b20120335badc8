import type { OrganizationDeps } from '../../organizations/index.ts'
import type { Completions } from '../present/body.ts'

export interface WebhookDeps
  extends Pick<OrganizationDeps, 'uowFactory' | 'clock' | 'config' | 'keyring'> {
  readonly completions: Completions
}
