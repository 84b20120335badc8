import { isScope, type Scope, scopes } from '@guildhall/contract/organizations/scopes'
import { expect, test } from 'vitest'
import { scopePresets, wholeScopes } from '#/entities/organization/scope-presets.ts'
import { scopeGroups, scopesIn, scopesSummary, toggledScope } from './scope-tree.ts'

const listed = (text: string): Scope[] => text.split(' ').filter(isScope)

test('every scope is in the tree once', () => {
  expect(scopesIn(scopeGroups).toSorted()).toEqual(scopes.toSorted())
  expect(scopeGroups.map(({ name }) => name)).not.toContain('Other')
})

test.each([
  ['', 'products:write', true, 'products:read products:write'],
  ['products:write', 'customers:read', true, 'products:read products:write customers:read'],
  ['products:read products:write', 'products:write', false, 'products:read'],
  ['products:read products:write', 'products:read', false, ''],
  ['products:write', 'products:read', false, ''],
  ['', 'customer_sessions:write', true, 'customer_sessions:write'],
])('%j with %s %j is %j', (held, scope, isHeld, expected) => {
  const [asked] = listed(scope)
  expect(asked && toggledScope(listed(held), asked, isHeld)).toEqual(listed(expected))
})

test.each([
  [scopes, 'Everything'],
  [scopes.filter((scope) => scope.endsWith(':read')), 'Read everything'],
  [listed('products:read'), 'Read products'],
  [listed('products:write customers:read'), 'Products, customers'],
  [listed('products:read customers:read orders:read'), 'Read products, customers and 1 more'],
])('%j in words is %j', (held, expected) => {
  expect(scopesSummary(held)).toBe(expected)
})

test.each(scopePresets.map(({ name, scopes: of }) => [name, of] as const))(
  'the permissions to “%s” include what they imply',
  (_name, of) => {
    expect(of.length).toBeGreaterThan(0)
    expect(wholeScopes(of)).toEqual(of)
  },
)
