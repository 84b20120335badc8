import { id } from '@guildhall/contract/primitives'
import { expect, test } from 'vitest'
import { decideEmailLink, type EmailLinkFacts } from './email-link.ts'

const now = new Date('2026-11-20T12:00:00Z')
const before = new Date(now.getTime() - 1)
const after = new Date(now.getTime() + 1)
const ada = id('user').parse('018bcfe5-687b-7000-8000-000000000001')
const eve = id('user').parse('018bcfe5-687b-7000-8000-000000000002')

type Link = NonNullable<EmailLinkFacts['link']>

const link: Link = {
  userId: ada,
  email: 'ada@example.com',
  newEmail: null,
  expiresAt: after,
  spentAt: null,
}
const user = { email: 'ada@example.com', emailVerified: false }

function outcome(changed: {
  link?: Partial<Link> | null
  user?: EmailLinkFacts['user']
  visitorId?: EmailLinkFacts['visitorId']
  isCreator?: true
  mayEndAccess?: false
}) {
  const decision = decideEmailLink(
    {
      link: changed.link === null ? null : { ...link, ...changed.link },
      user: changed.user === undefined ? user : changed.user,
      visitorId: changed.visitorId ?? null,
      isCreator: changed.isCreator ?? false,
      mayEndAccess: changed.mayEndAccess ?? true,
    },
    now,
  )
  if ('refused' in decision) return decision.refused
  return decision.does === 'verify' && decision.endsAccess ? 'verify, end access' : decision.does
}

const toNew = { newEmail: 'new@example.com' }
const verified = { ...user, emailVerified: true }
const moved = { email: 'new@example.com', emailVerified: false }

test.each([
  ['an unknown link', { link: null }, 'verification_token_is_invalid'],
  ['a valid link, signed in', { visitorId: ada }, 'verify'],
  ['a valid link, signed in, nothing accepted', { visitorId: ada, mayEndAccess: false }, 'verify'],
  ['a valid link, opened by the creator', { isCreator: true, mayEndAccess: false }, 'verify'],
  ['a valid link, not signed in', {}, 'verify, end access'],
  ['a valid link in somebody else’s browser', { visitorId: eve }, 'verify, end access'],
  [
    'a valid link in somebody else’s browser, nothing accepted',
    { visitorId: eve, mayEndAccess: false },
    'verification_needs_the_password',
  ],
  ['a valid link to a verified address', { user: verified }, 'verify'],
  ['an expired link', { link: { expiresAt: now } }, 'verification_token_is_expired'],
  ['an expired link, verified meanwhile', { link: { expiresAt: now }, user: verified }, 'nothing'],
  ['a used link', { link: { spentAt: before }, user: verified }, 'nothing'],
  [
    'a used link, the address changed since',
    { link: { spentAt: before }, user: moved },
    'verification_token_is_invalid',
  ],
  [
    'a used link, the address unverified again',
    { link: { spentAt: before } },
    'verification_token_is_invalid',
  ],
  ['a link to a former address', { user: moved }, 'verification_user_not_found'],
  ['a link of a deleted user', { user: null }, 'verification_user_not_found'],
  ['a change link, signed in', { link: toNew, visitorId: ada }, 'switch'],
  ['a change link, not signed in', { link: toNew }, 'verification_is_unauthorized'],
  [
    'a change link in another user’s browser',
    { link: toNew, visitorId: eve },
    'verification_is_unauthorized',
  ],
  ['a used change link', { link: { ...toNew, spentAt: before }, user: moved }, 'nothing'],
  [
    'an expired change link',
    { link: { ...toNew, expiresAt: now }, visitorId: ada },
    'verification_token_is_expired',
  ],
  [
    'a change link, the address changed otherwise',
    { link: toNew, user: { ...moved, email: 'x@example.com' }, visitorId: ada },
    'verification_user_not_found',
  ],
] as const)('%s: %s', (_, changed, expected) => {
  expect(outcome(changed)).toBe(expected)
})
