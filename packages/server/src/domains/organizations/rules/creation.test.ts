import { expect, it } from 'vitest'
import { decideCreation } from './creation.ts'

const facts = {
  by: 'user',
  allowedTo: 'everyone',
  isOperator: false,
  memberships: 0,
  organizationsMax: null,
} as const

it.each([
  ['everyone', {}, null],
  ['with many memberships where nothing limits them', { memberships: 5000 }, null],
  ['below the limit', { memberships: 2, organizationsMax: 3 }, null],
  ['at the limit', { memberships: 3, organizationsMax: 3 }, 'organizations_max_reached'],
  ['above it', { memberships: 9, organizationsMax: 3 }, 'organizations_max_reached'],
  ['who is allowed none', { organizationsMax: 0 }, 'organizations_max_reached'],
  ['where only operators may', { allowedTo: 'operators' }, 'not_allowed_to_create_organization'],
  ['an operator where only they may', { allowedTo: 'operators', isOperator: true }, null],
  [
    'an operator at the limit',
    { allowedTo: 'operators', isOperator: true, memberships: 1, organizationsMax: 1 },
    'organizations_max_reached',
  ],
  [
    'at the limit where only operators may',
    { allowedTo: 'operators', memberships: 1, organizationsMax: 1 },
    'not_allowed_to_create_organization',
  ],
  ['the server where only operators may', { by: 'server', allowedTo: 'operators' }, null],
  [
    'the server for somebody at the limit',
    { by: 'server', memberships: 1, organizationsMax: 1 },
    'organizations_max_reached',
  ],
] as const)('creating an organization: %s', (_who, given, refused) => {
  expect(decideCreation({ ...facts, ...given })?.refused ?? null).toBe(refused)
})
