import { id } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import { refuse } from '../../../kernel/refusal.ts'
import { resolveActiveOrganization, resolveOrganizationKey } from './resolve-organization.ts'

const organizationId = id('organization')
const requested = organizationId.parse('01a1f8f0-0000-7000-8000-000000000001')
const active = organizationId.parse('01a1f8f0-0000-7000-8000-000000000002')

describe('resolveActiveOrganization', () => {
  it.each([
    [requested, active, requested],
    [requested, null, requested],
    [undefined, active, active],
    [undefined, null, refuse('no_active_organization')],
  ])('resolves %s with %s active to %j', (given, current, expected) => {
    expect(resolveActiveOrganization(given, current)).toEqual(expected)
  })
})

describe('resolveOrganizationKey', () => {
  it.each([
    [{}, active, { id: active }],
    [{}, null, null],
    [{ organizationId: requested }, active, { id: requested }],
    [{ organizationId: null }, active, null],
    [{ organizationId: requested, organizationSlug: 'acme' }, active, { slug: 'acme' }],
    [{ organizationId: null, organizationSlug: 'acme' }, active, { slug: 'acme' }],
    [{ organizationSlug: '' }, active, { id: active }],
    [{ organizationId: null, organizationSlug: '' }, active, null],
  ])('resolves %j with %s active to %j', (reference, current, expected) => {
    expect(resolveOrganizationKey(reference, current)).toEqual(expected)
  })
})
