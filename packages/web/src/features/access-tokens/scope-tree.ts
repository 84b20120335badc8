import {
  scopes as allScopes,
  memberRightOf,
  type Scope,
} from '@guildhall/contract/organizations/scopes'
import { wholeScopes } from '#/entities/organization/scope-presets.ts'

/** The read and write scopes of a resource; null if there is no such scope. */
export interface ScopeResource {
  name: string
  read: Scope | null
  write: Scope | null
}

export interface ScopeGroup {
  name: string
  resources: readonly ScopeResource[]
}

const groupNames: Readonly<Record<string, string>> = {
  organization: 'Organization',
  catalog: 'Catalog',
  customers: 'Customers',
  sales: 'Sales',
  analytics: 'Analytics',
  developers: 'Developers',
  audit: 'Organization',
}

/** All scopes, each in one group; the groups follow the dashboard. */
export const scopeGroups: readonly ScopeGroup[] = grouped()

function grouped(): ScopeGroup[] {
  const groups = new Map<string, Map<string, ScopeResource>>()
  for (const scope of allScopes) {
    const [resource = '', act] = scope.split(':')
    const area = groupNames[memberRightOf(scope)?.[0] ?? 'organization'] ?? 'Other'
    const resources = groups.get(area) ?? new Map<string, ScopeResource>()
    const known = resources.get(resource) ?? { name: titleOf(resource), read: null, write: null }
    groups.set(
      area,
      resources.set(resource, { ...known, [act === 'write' ? 'write' : 'read']: scope }),
    )
  }
  return Array.from(groups, ([name, resources]) => ({ name, resources: [...resources.values()] }))
}

/** “custom_fields” → “Custom fields”. */
function titleOf(resource: string): string {
  return resource.charAt(0).toUpperCase() + resource.slice(1).replaceAll('_', ' ')
}

const scopesOf = ({ read, write }: ScopeResource): Scope[] =>
  [read, write].filter((scope) => scope !== null)

export const scopesIn = (groups: readonly ScopeGroup[]): Scope[] =>
  groups.flatMap(({ resources }) => resources.flatMap(scopesOf))

/**
 * Selects or deselects a scope; writing includes reading, so deselecting reading deselects writing.
 */
export function toggledScope(held: readonly Scope[], scope: Scope, isHeld: boolean): Scope[] {
  if (isHeld) return wholeScopes([...held, scope])
  const wider = scope.replace(/:read$/, ':write')
  return wholeScopes(held.filter((one) => one !== scope && one !== wider))
}

/** A short summary of the scopes. */
export function scopesSummary(held: readonly Scope[]): string {
  const whole = wholeScopes(held)
  const isReading = whole.every((scope) => scope.endsWith(':read'))
  const readable = allScopes.filter((scope) => scope.endsWith(':read'))
  if (whole.length === allScopes.length) return 'Everything'
  if (isReading && whole.length === readable.length) return 'Read everything'
  const names = scopeGroups
    .flatMap(({ resources }) => resources)
    .filter((resource) => scopesOf(resource).some((scope) => whole.includes(scope)))
    .map(({ name }) => name.toLowerCase())
  const shown = names.slice(0, namesShownMax).join(', ')
  const more = names.length - namesShownMax
  const text = `${isReading ? 'read ' : ''}${shown}${more > 0 ? ` and ${more} more` : ''}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const namesShownMax = 2
