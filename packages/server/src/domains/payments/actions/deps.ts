import type { Hooks } from '../../../platform/hooks.ts'
import type { IdentityDeps } from '../../identity/actions/deps.ts'
import type { OrganizationDeps } from '../../organizations/actions/deps.ts'
import type { Processors } from '../rules/processor.ts'

/** The dependencies of this domain, assembled in `app/`. */
export interface PaymentDeps
  extends Pick<OrganizationDeps, 'uowFactory' | 'clock' | 'config' | 'keyring'>,
    Pick<IdentityDeps, 'log'>,
    Pick<Hooks, 'beforePaymentMethodDeletion'> {
  readonly processors: Processors
}
