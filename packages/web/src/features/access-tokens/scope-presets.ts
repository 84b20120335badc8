import { type Scope, scopes } from '@guildhall/contract/organizations/scopes'
import { wholeScopes } from './scope-tree.ts'

export interface ScopePreset {
  name: string
  scopes: readonly Scope[]
}

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
  { name: 'Read everything', scopes: scopes.filter((scope) => scope.endsWith(':read')) },
]
