import type { Id } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import { decideLink, decideUnlink } from './account-linking.ts'
import { decideProviderSignIn } from './provider-sign-in.ts'
import type { Profile } from './providers/profile.ts'

const id = (text: string) => text as Id<'user'>
const profile: Profile = {
  subject: 's',
  email: 'a@example.com',
  emailVerified: true,
  name: null,
  image: null,
}
const user = { id: id('u'), email: 'a@example.com', emailVerified: true }
const unknown = { profile, linkedTo: null, sameEmail: null, isTrusted: false, maySignUp: true }

describe('a provider sign-in', () => {
  it.each([
    [
      'signs up an unknown person',
      {},
      { does: 'signUp', email: 'a@example.com', emailVerified: true },
    ],
    ['is refused if sign-up is disabled', { maySignUp: false }, { refused: 'signup_disabled' }],
    [
      'needs an email address to sign up',
      { profile: { ...profile, email: null, emailVerified: false } },
      { refused: 'user_email_not_found' },
    ],
    [
      'needs no email address once linked',
      { profile: { ...profile, email: null, emailVerified: false }, linkedTo: user },
      { does: 'signIn', userId: 'u', verifiesEmail: false },
    ],
    [
      'links if both sides verified the address',
      { sameEmail: user },
      { does: 'link', userId: 'u' },
    ],
    [
      'does not link to an address that is unverified here',
      { sameEmail: { ...user, emailVerified: false }, isTrusted: true },
      { refused: 'account_not_linked' },
    ],
    [
      'does not link by an address that the provider did not verify',
      { sameEmail: user, profile: { ...profile, emailVerified: false } },
      { refused: 'account_not_linked' },
    ],
    [
      'links by an unverified address of a trusted provider',
      { sameEmail: user, profile: { ...profile, emailVerified: false }, isTrusted: true },
      { does: 'link', userId: 'u' },
    ],
    [
      'prefers the linked user over the user with the address',
      { linkedTo: { ...user, id: id('v'), email: 'v@example.com' }, sameEmail: user },
      { does: 'signIn', userId: 'v', verifiesEmail: false },
    ],
    [
      'verifies the address that the user claimed',
      { linkedTo: { ...user, emailVerified: false } },
      { does: 'signIn', userId: 'u', verifiesEmail: true },
    ],
    [
      'does not verify a different address',
      { linkedTo: { ...user, email: 'b@example.com', emailVerified: false } },
      { does: 'signIn', userId: 'u', verifiesEmail: false },
    ],
  ])('%s', (_what, facts, plan) => {
    expect(decideProviderSignIn({ ...unknown, ...facts })).toEqual(plan)
  })
})

describe('linking an account', () => {
  const facts = { profile, user, linkedTo: null, isTrusted: false, mayDifferInEmail: false }
  const nameless = { ...profile, email: null, emailVerified: false }
  it.each([
    [{}, { does: 'link' }],
    [{ user: { ...user, emailVerified: false } }, { does: 'link' }],
    [{ linkedTo: id('u'), profile: nameless }, { does: 'update' }],
    [{ linkedTo: id('v') }, { refused: 'account_already_linked_to_different_user' }],
    [{ profile: nameless }, { refused: 'user_email_not_found' }],
    [{ profile: nameless, isTrusted: true }, { does: 'link' }],
    [{ profile: { ...profile, emailVerified: false } }, { refused: 'linking_not_allowed' }],
    [{ profile: { ...profile, emailVerified: false }, isTrusted: true }, { does: 'link' }],
    [
      { profile: { ...profile, email: 'b@example.com' } },
      { refused: 'different_emails_not_allowed' },
    ],
    [
      { profile: { ...profile, email: 'b@example.com' }, isTrusted: true },
      { refused: 'different_emails_not_allowed' },
    ],
    [{ profile: { ...profile, email: 'b@example.com' }, mayDifferInEmail: true }, { does: 'link' }],
  ])('%j', (own, plan) => {
    expect(decideLink({ ...facts, ...own })).toEqual(plan)
  })
})

describe('unlinking an account', () => {
  const password = { providerId: 'credential', accountId: 'u' }
  const one = { providerId: 'github', accountId: '1' }
  const two = { providerId: 'github', accountId: '2' }
  const facts = { accounts: [password, one, two], providerId: 'github', accountId: null }
  it.each([
    [{}, { unlinked: one }],
    [{ accountId: '2' }, { unlinked: two }],
    [{ accountId: '3' }, { refused: 'account_not_found' }],
    [{ providerId: 'gitlab' }, { refused: 'account_not_found' }],
    [{ accounts: [one] }, { refused: 'last_account_can_not_be_unlinked' }],
    [{ accounts: [one], providerId: 'x' }, { refused: 'last_account_can_not_be_unlinked' }],
    [{ accounts: [one], mayUnlinkLast: true }, { unlinked: one }],
    [{ accounts: [] }, { refused: 'account_not_found' }],
  ])('%j', (own, plan) => {
    expect(decideUnlink({ mayUnlinkLast: false, ...facts, ...own })).toEqual(plan)
  })
})
