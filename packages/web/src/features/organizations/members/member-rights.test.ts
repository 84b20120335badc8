import { expect, test } from 'vitest'
import { memberRights } from './member-rights.ts'

test.each([
  ['owner', 'member', ['yes', 'yes', 'no', 'yes']],
  ['owner', 'owner', ['yes', 'yes', 'no', 'yes']],
  ['admin', 'member', ['yes', 'yes', 'no', 'yes']],
  ['admin', 'admin', ['yes', 'yes', 'no', 'yes']],
  ['admin', 'owner,admin', ['ownersOnly', 'yes', 'no', 'ownersOnly']],
  ['member', 'member', ['no', 'no', 'no', 'no']],
  ['member', 'owner', ['no', 'no', 'no', 'no']],
])('as %s about another who is %s: %j', (ownRole, role, expected) => {
  expect(Object.values(memberRights({ ownRole, isSelf: false, role }))).toEqual(expected)
})

test.each([
  ['owner', ['yes', 'yes', 'yes', 'no']],
  ['admin', ['yes', 'yes', 'yes', 'no']],
  ['member', ['no', 'no', 'yes', 'no']],
])('as %s about oneself: %j', (role, expected) => {
  expect(Object.values(memberRights({ ownRole: role, isSelf: true, role }))).toEqual(expected)
})
