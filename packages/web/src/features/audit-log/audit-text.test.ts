import { expect, it } from 'vitest'
import { actorName, readable, valueText } from './audit-text.ts'

const ada = {
  type: 'user',
  id: null,
  name: 'Ada',
  tokenEnding: null,
  impersonatedUserId: null,
  impersonatedUserName: null,
} as const

it.each([
  [ada, 'Ada'],
  [{ ...ada, name: null }, 'Deleted user'],
  [{ ...ada, type: 'operator', name: null } as const, 'Deleted operator'],
  [{ ...ada, type: 'access_token', name: 'Sync', tokenEnding: 'x8Kq' } as const, 'Sync (…x8Kq)'],
  [{ ...ada, type: 'server_key', name: null } as const, 'Server key'],
])('%o is named %s', (actor, name) => {
  expect(actorName(actor)).toBe(name)
})

it.each([
  ['updateMemberRole', 'Update member role'],
  ['tax_registration', 'Tax registration'],
  ['product', 'Product'],
  ['user_id', 'User ID'],
  ['productIds', 'Product IDs'],
  ['paid', 'Paid'],
])('%s reads %s', (name, text) => {
  expect(readable(name)).toBe(text)
})

it.each([
  [null, 'none'],
  ['', 'none'],
  ['text', 'text'],
  [0, '0'],
  [false, 'false'],
  [['a'], '[\n  "a"\n]'],
])('the value %j reads %s', (value, text) => {
  expect(valueText(value)).toBe(text)
})
