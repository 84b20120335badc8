import type { Id } from '@guildhall/contract/primitives'
import { describe, expect, test } from 'vitest'
import type { LinkedAccount } from './account-queries.ts'
import { signInMethods } from './sign-in-methods.ts'

const accountId = (id: string) => id as Id<'account'>
const at = new Date('2027-03-14T15:09:26Z')

const linked = (providerId: string): LinkedAccount => ({
  id: accountId('0190f2a0-0000-7000-8000-000000000000'),
  provider: providerId,
  providerId,
  createdAt: at,
  updatedAt: at,
  accountId: '42',
  scopes: [],
})

const options = {
  providers: [
    { id: 'github', name: 'GitHub' },
    { id: 'acme', name: 'Acme SSO' },
  ],
  captcha: null,
  password: { lengthMin: 8, lengthMax: 128 },
  username: { lengthMin: 3, lengthMax: 30, pattern: '' },
  sendsMail: true,
  verificationRequired: false,
  changeEmail: true,
  deleteUser: true,
  unlinkLastAccount: false,
}

describe('sign-in methods', () => {
  test('list the linked ones, then the available ones', () => {
    const ways = signInMethods([linked('credential'), linked('acme')], options)
    expect(ways.map(({ name, account }) => [name, account !== null])).toEqual([
      ['Password', true],
      ['Acme SSO', true],
      ['GitHub', false],
    ])
  })

  test('include accounts of unconfigured providers, by id', () => {
    expect(signInMethods([linked('twitch')], options)[0]?.name).toBe('twitch')
  })

  test('the last one can’t be removed, unless the server allows it', () => {
    expect(signInMethods([linked('github')], options)[0]?.isRemovable).toBe(false)
    expect(signInMethods([linked('github'), linked('acme')], options)[0]?.isRemovable).toBe(true)
    const lax = { ...options, unlinkLastAccount: true }
    expect(signInMethods([linked('github')], lax)[0]?.isRemovable).toBe(true)
  })
})
