import { id } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import { refuse } from '../../../kernel/refusal.ts'
import { decideOrganization, decideOrganizationNamed } from './organization-meant.ts'

const organizationId = id('organization')
const named = organizationId.parse('01a1f8f0-0000-7000-8000-000000000001')
const active = organizationId.parse('01a1f8f0-0000-7000-8000-000000000002')

describe('the organization that a call is about', () => {
  it.each([
    [named, active, named],
    [named, null, named],
    [undefined, active, active],
    [undefined, null, refuse('no_active_organization')],
  ])('%s named, %s active: %j', (one, other, meant) => {
    expect(decideOrganization(one, other)).toEqual(meant)
  })
})

describe('the organization to enter', () => {
  it.each([
    [{}, active, { id: active }],
    [{}, null, null],
    [{ organizationId: named }, active, { id: named }],
    [{ organizationId: null }, active, null],
    [{ organizationId: named, organizationSlug: 'acme' }, active, { slug: 'acme' }],
    [{ organizationId: null, organizationSlug: 'acme' }, active, { slug: 'acme' }],
    [{ organizationSlug: '' }, active, { id: active }],
    [{ organizationId: null, organizationSlug: '' }, active, null],
  ])('%j with %s active: %j', (names, current, meant) => {
    expect(decideOrganizationNamed(names, current)).toEqual(meant)
  })
})
