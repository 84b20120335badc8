import type { organizationActions } from './roles.ts'

type Actions = typeof organizationActions

/** The action that a member's role must allow; null for actions of every member. */
export type MemberRight =
  | { readonly [R in keyof Actions]: readonly [R, Actions[R][number]] }[keyof Actions]
  | null

/**
 * The scopes of access tokens, each with the action that a member needs for the same call. One
 * table for both keeps the dashboard and the API consistent.
 */
export const scopeRights = {
  'organizations:read': null,
  'organizations:write': ['organization', 'update'],
  'audit_log:read': ['audit', 'read'],
  'products:read': ['catalog', 'read'],
  'products:write': ['catalog', 'write'],
  'custom_fields:read': ['catalog', 'read'],
  'custom_fields:write': ['catalog', 'write'],
  'discounts:read': ['catalog', 'read'],
  'discounts:write': ['catalog', 'write'],
  'benefits:read': ['catalog', 'read'],
  'benefits:write': ['catalog', 'write'],
  'meters:read': ['catalog', 'read'],
  'meters:write': ['catalog', 'write'],
  'files:read': ['catalog', 'read'],
  'files:write': ['catalog', 'write'],
  'checkout_links:read': ['catalog', 'read'],
  'checkout_links:write': ['catalog', 'write'],
  'customers:read': ['customers', 'read'],
  'customers:write': ['customers', 'write'],
  'customer_meters:read': ['customers', 'read'],
  'customer_sessions:write': ['customers', 'write'],
  'license_keys:read': ['customers', 'read'],
  'license_keys:write': ['customers', 'write'],
  'checkouts:read': ['sales', 'read'],
  'checkouts:write': ['sales', 'write'],
  'orders:read': ['sales', 'read'],
  'orders:write': ['sales', 'write'],
  'subscriptions:read': ['sales', 'read'],
  'subscriptions:write': ['sales', 'write'],
  'refunds:read': ['sales', 'read'],
  'refunds:write': ['sales', 'write'],
  'payments:read': ['sales', 'read'],
  'disputes:read': ['sales', 'read'],
  'events:read': ['analytics', 'read'],
  'events:write': ['analytics', 'write'],
  'metrics:read': ['analytics', 'read'],
  'metrics:write': ['analytics', 'write'],
  'webhooks:read': ['developers', 'read'],
  'webhooks:write': ['developers', 'write'],
} as const satisfies Readonly<Record<string, MemberRight>>

/**
 * Rights of people only. A token that could create tokens would outlive its own expiry, an
 * organization needs an owner from the start, a connection to another service is authorized in a
 * browser, a leaked token must not shorten what is kept about its use, and views belong to a person.
 */
export const personRights = {
  'organizations:create': null,
  'organization_access_tokens:read': ['developers', 'read'],
  'organization_access_tokens:write': ['developers', 'write'],
  'benefits:connect': ['catalog', 'write'],
  'audit_log:manage': ['audit', 'manage'],
  'saved_views:read': null,
  'saved_views:write': null,
} as const satisfies Readonly<Record<string, MemberRight>>

export type Scope = keyof typeof scopeRights
type PersonRight = keyof typeof personRights

/** The rights that an operation of the billing API may require. */
export type SellerRight = Scope | PersonRight

const scopeNames: readonly string[] = Object.keys(scopeRights)

export const isScope = (name: string): name is Scope => scopeNames.includes(name)

/** Whether only people can have it, never tokens. */
export const isPersonRight = (name: string): name is PersonRight =>
  Object.hasOwn(personRights, name)

export const isSellerRight = (name: string): name is SellerRight =>
  isScope(name) || isPersonRight(name)

/** All scopes in the order of the table. */
export const scopes: readonly Scope[] = scopeNames.filter(isScope)

export const memberRightOf = (right: SellerRight): MemberRight =>
  isScope(right) ? scopeRights[right] : personRights[right]

/** Writing includes reading: `products:write` allows `products:read`. */
export const scopeAllows = (held: Iterable<string>, asked: Scope): boolean => {
  const wider = asked.replace(/:read$/, ':write')
  return [...held].some((scope) => scope === asked || scope === wider)
}
