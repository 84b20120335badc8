import { describe, expect, test } from 'vitest'
import { isRefused } from '../../../kernel/refusal.ts'
import {
  decideAcceptance,
  decideCanceling,
  decideInvitedRole,
  decideInviting,
  decideMayInvite,
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
])('as %s one may invite: %s', (role, expected) => {
  expect(outcome(decideMayInvite(role))).toBe(expected)
})

const roles = [
  ['owner', 'owner', 'owner'],
  ['owner', ['member', 'admin'], 'admin,member'],
  ['admin', 'admin', 'admin'],
  ['admin', 'owner', 'not_allowed_to_invite_with_role'],
  ['admin', 'member,owner', 'not_allowed_to_invite_with_role'],
  ['admin,member', ['member', 'owner'], 'not_allowed_to_invite_with_role'],
  ['owner', 'king', 'role_not_found'],
  ['owner', 'member,', 'role_not_found'],
  ['owner', [], 'role_not_found'],
] as const
test.each(roles)('as %s one invites with %j: %s', (inviter, asked, expected) => {
  expect(outcome(decideInvitedRole(inviter, asked))).toBe(expected)
})

describe('inviting', () => {
  const room = { isMember: false, pending: null, resend: false, open: 0, openMax: 2, team: null }
  const open = { pending: { expiresAt: after }, open: 1 }
  const over = { pending: { expiresAt: now } }
  const full = { open: 2 }
  const cases = [
    ['somebody new', {}, null],
    ['a member', { isMember: true, ...open, ...full }, 'user_is_already_a_member'],
    ['who is invited', { ...open, ...full }, 'user_is_already_invited'],
    ['who is invited, anew', { ...open, resend: true }, null],
    ['who is invited, anew, at the limit', { ...open, ...full, resend: true }, null],
    ['whose invitation is over', over, null],
    ['whose invitation is over, anew', { ...over, resend: true }, null],
    ['whose invitation is over, at the limit', { ...over, ...full }, 'invitation_limit_reached'],
    ['somebody new, anew', { resend: true }, null],
    ['beyond the limit', full, 'invitation_limit_reached'],
    [
      'into no team of ours',
      { team: { isEnabled: true, isThere: false, members: 0, membersMax: null } },
      'team_not_found',
    ],
  ] as const
  test.each(cases)('%s', (_what, facts, expected) => {
    expect(outcome(decideInviting({ ...room, ...facts }, now))).toBe(expected)
  })
})

describe('the recipient', () => {
  const email = 'ada@example.com'
  const invitation = { status: 'pending', expiresAt: after, email } as const
  const user = { email, emailVerified: false }
  const good = { invitation, user, needsVerifiedEmail: false }
  const cases = [
    ['of an open one', {}, null],
    ['of none', { invitation: null }, 'invitation_not_found'],
    [
      'of one that is over',
      { invitation: { ...invitation, expiresAt: now } },
      'invitation_not_found',
    ],
    [
      'of an accepted one',
      { invitation: { ...invitation, status: 'accepted' } },
      'invitation_not_found',
    ],
    [
      'of a rejected one',
      { invitation: { ...invitation, status: 'rejected' } },
      'invitation_not_found',
    ],
    [
      'of a canceled one',
      { invitation: { ...invitation, status: 'canceled' } },
      'invitation_not_found',
    ],
    ['is somebody else', { user: { ...user, email: 'eve@example.com' } }, 'not_the_recipient'],
    ['has proved nothing', { needsVerifiedEmail: true }, 'invitation_email_not_verified'],
    ['has', { needsVerifiedEmail: true, user: { ...user, emailVerified: true } }, null],
    [
      'is somebody else, and has proved nothing',
      { needsVerifiedEmail: true, user: { ...user, email: 'eve@example.com' } },
      'not_the_recipient',
    ],
  ] as const
  test.each(cases)('%s', (_what, facts, expected) => {
    expect(outcome(decideRecipient({ ...good, ...facts }, now))).toBe(expected)
  })
})

describe('accepting', () => {
  const good = { isInviterMember: true, isMember: false, members: 1, membersMax: 2, team: null }
  const fullTeam = { others: 1, membersMax: 1 }
  const cases = [
    ['with room', {}, 'join'],
    ['with room in the team', { team: { others: 0, membersMax: 1 } }, 'join'],
    ['into a team without a limit', { team: { others: 9, membersMax: null } }, 'join'],
    ['as a member', { isMember: true, isInviterMember: false, members: 2 }, 'stay'],
    ['without the inviter', { isInviterMember: false }, 'inviter_is_no_longer_a_member'],
    ['at the limit', { members: 2, team: fullTeam }, 'membership_limit_reached'],
    ['into a full team', { team: fullTeam }, 'team_member_limit_reached'],
  ] as const
  test.each(cases)('%s', (_what, facts, expected) => {
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
] as const)('as %s one cancels what is %s: %s', (role, status, expected) => {
  expect(outcome(decideCanceling({ role, status }))).toBe(expected)
})
