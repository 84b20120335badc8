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
  ['allowed to everyone', {}, null],
  ['allowed with many memberships if there is no limit', { memberships: 5000 }, null],
  ['allowed below the limit', { memberships: 2, organizationsMax: 3 }, null],
  ['refused at the limit', { memberships: 3, organizationsMax: 3 }, 'organizations_max_reached'],
  ['refused above the limit', { memberships: 9, organizationsMax: 3 }, 'organizations_max_reached'],
  ['refused with a limit of zero', { organizationsMax: 0 }, 'organizations_max_reached'],
  [
    'refused to users if only operators may create',
    { allowedTo: 'operators' },
    'not_allowed_to_create_organization',
  ],
  [
    'allowed to operators if only they may create',
    { allowedTo: 'operators', isOperator: true },
    null,
  ],
  [
    'refused to operators at the limit',
    { allowedTo: 'operators', isOperator: true, memberships: 1, organizationsMax: 1 },
    'organizations_max_reached',
  ],
  [
    'refused for the missing right before the limit',
    { allowedTo: 'operators', memberships: 1, organizationsMax: 1 },
    'not_allowed_to_create_organization',
  ],
  [
    'allowed to the server if only operators may create',
    { by: 'server', allowedTo: 'operators' },
    null,
  ],
  [
    'refused to the server for a user at the limit',
    { by: 'server', memberships: 1, organizationsMax: 1 },
    'organizations_max_reached',
  ],
] as const)('creating an organization is %s', (_title, given, refused) => {
  expect(decideCreation({ ...facts, ...given })?.refused ?? null).toBe(refused)
})
