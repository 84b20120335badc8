import { describe, expect, test } from 'vitest'
import { mayIn, rolesIn, roleText } from './roles.ts'

describe('the roles of a member', () => {
  test.each([
    ['owner', ['owner'], 'Owner'],
    ['member,admin', ['admin', 'member'], 'Admin, Member'],
    ['', [], ''],
    ['constructor', [], ''],
  ])('%j', (role, roles, expected) => {
    expect(rolesIn(role)).toEqual(roles)
    expect(roleText(role)).toBe(expected)
  })

  test.each([
    ['owner', true, true],
    ['admin', true, false],
    ['member', false, false],
    ['member,admin', true, false],
    ['', false, false],
  ])('%j: their permissions', (role, update, remove) => {
    expect(mayIn(role, 'organization', 'update')).toBe(update)
    expect(mayIn(role, 'organization', 'delete')).toBe(remove)
  })
})
