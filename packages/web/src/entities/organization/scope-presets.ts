import {
  scopes as allScopes,
  type Scope,
  scopeAllows,
} from '@guildhall/contract/organizations/scopes'

/** In table order, with implied scopes: write includes read. */
export const wholeScopes = (held: readonly Scope[]): Scope[] =>
  allScopes.filter((scope) => scopeAllows(held, scope))

export interface ScopePreset {
  name: string
  scopes: readonly Scope[]
}

/** What the application of the quickstart needs. */
export const quickstartPreset = {
  name: 'Quickstart',
  scopes: wholeScopes([
    'products:write',
    'checkouts:write',
    'customer_sessions:write',
    'webhooks:write',
  ]),
} as const satisfies ScopePreset

/** What all commands of a command line need. */
export const commandLinePreset = {
  name: 'Command line',
  scopes: wholeScopes(['webhooks:write', 'organizations:write']),
} as const satisfies ScopePreset

/** What a token for a usual task needs. */
export const scopePresets: readonly ScopePreset[] = [
  {
    name: 'Sell and serve customers',
    scopes: wholeScopes([
      'products:read',
      'checkouts:write',
      'customers:write',
      'customer_sessions:write',
      'orders:read',
      'subscriptions:write',
    ]),
  },
  {
    name: 'Report usage',
    scopes: wholeScopes(['events:write', 'meters:read', 'customer_meters:read']),
  },
  { name: 'Listen to webhooks', scopes: wholeScopes(['webhooks:write']) },
  quickstartPreset,
  commandLinePreset,
  { name: 'Read everything', scopes: allScopes.filter((scope) => scope.endsWith(':read')) },
]
