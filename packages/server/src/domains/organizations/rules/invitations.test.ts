import { describe, expect, test } from 'vitest'
import { isRefused } from '../../../kernel/refusal.ts'
import {
  decideAcceptance,
  decideCancellation,
  decideInvitedRole,
  decideInviting,
  decideLinkReader,
  decideMayInvite,
  decideOwnerInvitation,
  decideRecipient,
} from './invitations.ts'

const now = new Date('2026-11-20T12:00:00Z')
const after = new Date(now.getTime() + 1)

const outcome = (decision: unknown) => (isRefused(decision) ? decision.refused : decision)

test.each([
  ['owner', null],
  ['admin', null],
  ['admin,member', null],
  ['member', 'not_allowed_to_invite'],
])('decideMayInvite answers %s with %s', (role, expected) => {
  expect(outcome(decideMayInvite(role))).toBe(expected)
})

const roles = [
  ['owner', 'owner', 'owner'],
  ['owner', ['member', 'admin'], 'member,admin'],
  ['admin', 'admin', 'admin'],
  ['admin', 'owner', 'not_allowed_to_invite_with_role'],
  ['admin', 'member,owner', 'not_allowed_to_invite_with_role'],
  ['admin,member', ['member', 'owner'], 'not_allowed_to_invite_with_role'],
  ['owner', 'king', 'role_not_found'],
  ['owner', 'member,', 'role_not_found'],
  ['owner', [], 'role_not_found'],
] as const
test.each(roles)('an inviting %s who requests %j gets %s', (inviter, requested, expected) => {
  expect(outcome(decideInvitedRole(inviter, requested))).toBe(expected)
})

describe('decideInviting', () => {
  const room = { isMember: false, pending: null, resend: false, open: 0, openMax: 2, team: null }
  const open = { pending: { expiresAt: after }, open: 1 }
  const expired = { pending: { expiresAt: now } }
  const full = { open: 2 }
  const cases = [
    ['allows a new address', {}, null],
    [
      'refuses the address of a member',
      { isMember: true, ...open, ...full },
      'user_is_already_a_member',
    ],
    ['refuses an address with an open invitation', { ...open, ...full }, 'user_is_already_invited'],
    ['allows resending an open invitation', { ...open, resend: true }, null],
    ['allows resending at the limit', { ...open, ...full, resend: true }, null],
    ['allows an address whose invitation expired', expired, null],
    ['allows resending an expired invitation', { ...expired, resend: true }, null],
    [
      'refuses replacing an expired invitation at the limit',
      { ...expired, ...full },
      'invitation_limit_reached',
    ],
    ['allows resending to a new address', { resend: true }, null],
    ['refuses a new address at the limit', full, 'invitation_limit_reached'],
    [
      'refuses an unknown team',
      { team: { isEnabled: true, exists: false, members: 0, membersMax: null } },
      'team_not_found',
    ],
  ] as const
  test.each(cases)('%s', (_title, facts, expected) => {
    expect(outcome(decideInviting({ ...room, ...facts }, now))).toBe(expected)
  })
})

describe('decideRecipient', () => {
  const email = 'ada@example.com'
  const invitation = { status: 'pending', expiresAt: after, email } as const
  const user = { email, emailVerified: false }
  const good = { invitation, user, hasSecret: false, needsVerifiedEmail: false }
  const cases = [
    ['allows the address of an open invitation', {}, null],
    ['refuses an unknown invitation', { invitation: null }, 'invitation_not_found'],
    [
      'refuses an expired invitation',
      { invitation: { ...invitation, expiresAt: now } },
      'invitation_not_found',
    ],
    [
      'refuses an accepted invitation',
      { invitation: { ...invitation, status: 'accepted' } },
      'invitation_not_found',
    ],
    [
      'refuses a rejected invitation',
      { invitation: { ...invitation, status: 'rejected' } },
      'invitation_not_found',
    ],
    [
      'refuses a canceled invitation',
      { invitation: { ...invitation, status: 'canceled' } },
      'invitation_not_found',
    ],
    [
      'refuses another address',
      { user: { ...user, email: 'eve@example.com' } },
      'not_the_recipient',
    ],
    [
      'refuses an unverified address where it must be verified',
      { needsVerifiedEmail: true },
      'invitation_email_not_verified',
    ],
    [
      'allows a verified address where it must be verified',
      { needsVerifiedEmail: true, user: { ...user, emailVerified: true } },
      null,
    ],
    [
      'allows an unverified address with the secret of the mailed link',
      { needsVerifiedEmail: true, hasSecret: true },
      null,
    ],
    [
      'refuses another address with the secret',
      { hasSecret: true, user: { email: 'eve@example.com', emailVerified: true } },
      'not_the_recipient',
    ],
    [
      'refuses another address before an unverified one',
      { needsVerifiedEmail: true, user: { ...user, email: 'eve@example.com' } },
      'not_the_recipient',
    ],
  ] as const
  test.each(cases)('%s', (_title, facts, expected) => {
    expect(outcome(decideRecipient({ ...good, ...facts }, now))).toBe(expected)
  })
})

describe('decideLinkReader', () => {
  const open = { status: 'pending', expiresAt: after } as const
  const good = { invitation: open, hasSecret: true, inviterIsMember: true }
  const hidden = 'invitation_not_found'
  test.each([
    ['shows an open invitation', {}, null],
    ['hides an unknown one', { invitation: null }, hidden],
    ['hides a closed one', { invitation: { ...open, status: 'accepted' } }, hidden],
    ['hides an expired one', { invitation: { ...open, expiresAt: now } }, hidden],
    ['hides one whose inviter left', { inviterIsMember: false }, hidden],
    ['hides one without the secret', { hasSecret: false }, hidden],
  ] as const)('%s', (_title, facts, expected) => {
    expect(outcome(decideLinkReader({ ...good, ...facts }, now))).toBe(expected)
  })
})

describe('decideAcceptance', () => {
  const good = {
    inviterRole: 'admin',
    invitedRole: 'member',
    isMember: false,
    members: 1,
    membersMax: 2,
    team: null,
  }
  const fullTeam = { others: 1, membersMax: 1 }
  const cases = [
    ['joins below the limit', {}, 'join'],
    ['joins a team below its limit', { team: { others: 0, membersMax: 1 } }, 'join'],
    ['joins a team without a limit', { team: { others: 9, membersMax: null } }, 'join'],
    ['keeps an existing membership', { isMember: true, inviterRole: null, members: 2 }, 'stay'],
    [
      'refuses when the inviter is no longer a member',
      { inviterRole: null },
      'inviter_is_no_longer_a_member',
    ],
    [
      'refuses when the inviter may no longer invite',
      { inviterRole: 'member' },
      'inviter_is_no_longer_allowed',
    ],
    [
      'refuses an owner invited by a former owner',
      { invitedRole: 'member,owner' },
      'inviter_is_no_longer_allowed',
    ],
    [
      'joins as an owner invited by an owner',
      { inviterRole: 'owner', invitedRole: 'owner' },
      'join',
    ],
    ['refuses at the member limit', { members: 2, team: fullTeam }, 'membership_limit_reached'],
    ['refuses a full team', { team: fullTeam }, 'team_member_limit_reached'],
  ] as const
  test.each(cases)('%s', (_title, facts, expected) => {
    expect(outcome(decideAcceptance({ ...good, ...facts }))).toBe(expected)
  })
})

test.each([
  ['owner', 'pending', null],
  ['admin', 'pending', null],
  ['member', 'pending', 'not_allowed_to_cancel_invitation'],
  ['member', 'accepted', 'not_allowed_to_cancel_invitation'],
  ['owner', 'accepted', 'invitation_not_found'],
  ['owner', 'rejected', 'invitation_not_found'],
  ['owner', 'canceled', 'invitation_not_found'],
] as const)(
  'decideCancellation by %s of an invitation that is %s answers %s',
  (role, status, expected) => {
    expect(outcome(decideCancellation({ role, status }))).toBe(expected)
  },
)

test.each([
  ['owner', true, null],
  ['owner', false, 'session_is_not_fresh'],
  ['member,owner', false, 'session_is_not_fresh'],
  ['admin', false, null],
])('an invitation as %s with a fresh session: %s is refused with %s', (role, isFresh, refused) => {
  expect(outcome(decideOwnerInvitation(role, isFresh))).toBe(refused)
})
