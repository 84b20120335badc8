import type { Providers } from '../src/domains/benefits/kinds/providers.ts'

/** Nothing is delivered outside of the simulated world. */
export const withoutProviders = <D>(deps: D): D & { readonly providers: Providers } => ({
  ...deps,
  providers: { discord: null, github: null },
})
