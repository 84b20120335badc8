import type { Hooks } from '../../../platform/hooks.ts'
import type { ProviderDeps, Providers } from '../kinds/providers.ts'

/** The dependencies of this domain; `app/` provides them. */
export interface BenefitDeps extends ProviderDeps, Pick<Hooks, 'onBenefitDeleted'> {
  readonly providers: Providers
}
