import { expect, it } from 'vitest'
import { decideRole, rolesIn } from './roles.ts'

it.each([
  ['user', 'user'],
  ['admin', 'admin'],
  ['admin,user', 'admin,user'],
  [' admin , user , admin', 'admin,user'],
  [['user', 'admin'], 'user,admin'],
  [['admin', 'admin'], 'admin'],
  [['admin,user'], 'admin,user'],
])('%j is stored as %s', (given, role) => {
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
])('%j is refused because of %j', (given, role) => {
  const details = { role, roles: 'user or admin' }
  expect(decideRole(given)).toEqual({ refused: 'role_does_not_exist', details })
})

it('quotes only the beginning of a long role', () => {
  expect(decideRole('x'.repeat(10_000))).toMatchObject({ details: { role: 'x'.repeat(60) } })
})

it('splits the stored roles of a user', () => {
  expect(rolesIn('user,admin')).toEqual(['user', 'admin'])
})
