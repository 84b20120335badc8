import { expect, it } from 'vitest'
import { decideRole, rolesIn } from './roles.ts'

it.each([
  ['user', 'user'],
  ['admin', 'admin'],
  ['admin,user', 'user,admin'],
  [' admin , user ', 'user,admin'],
  [['user', 'admin'], 'user,admin'],
  [['admin', 'admin'], 'admin'],
  [['admin,user'], 'user,admin'],
])('%j is %s', (given, role) => {
  expect(decideRole(given)).toBe(role)
})

it.each([
  ['', ''],
  [[], ''],
  ['owner', 'owner'],
  ['user,', ''],
  [['user', 'root'], 'root'],
  ['Admin', 'Admin'],
  ['constructor', 'constructor'],
  ['user admin', 'user admin'],
])('%j names no role %j', (given, role) => {
  const details = { role, roles: 'user or admin' }
  expect(decideRole(given)).toEqual({ refused: 'role_does_not_exist', details })
})

it('tells only the beginning of an endless role', () => {
  expect(decideRole('x'.repeat(10_000))).toMatchObject({ details: { role: 'x'.repeat(60) } })
})

it('reads the roles of a user', () => {
  expect(rolesIn('user,admin')).toEqual(['user', 'admin'])
})
