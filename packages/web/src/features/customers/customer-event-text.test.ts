import { expect, test } from 'vitest'
import { actorText, changeLine } from './customer-event-text.ts'

const id = '0190f2a0-0000-7000-8000-000000000000'

test.each([
  [null, null],
  [{ type: 'user', id, name: 'Ada' }, 'by Ada'],
  [{ type: 'user', id, name: null }, 'by a deleted user'],
  [{ type: 'organization_access_token', id, name: 'Shop' }, 'by the access token Shop'],
  [{ type: 'organization_access_token', id, name: null }, 'by a revoked access token'],
  [{ type: 'customer', id, name: null }, 'by the customer'],
  [{ type: 'operator', id, name: null }, 'by an operator of this server'],
] as const)('%j is shown as %j', (actor, expected) => {
  expect(actorText(actor)).toBe(expected)
})

test.each([
  [null, 'Ada', 'nothing', 'Ada'],
  [true, false, 'yes', 'no'],
  [0, '', '0', 'nothing'],
])('from %j to %j', (before, after, was, is) => {
  const line = changeLine({ field: 'name', label: 'Name', before, after })
  expect(line).toEqual({ id: 'name', label: 'Name', before: was, after: is })
})
