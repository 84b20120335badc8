import type { Id } from '@guildhall/contract/primitives'
import { describe, expect, test } from 'vitest'
import { mistakeIn } from '#/lib/form-schema.ts'
import { pictureSchema } from './picture-address.ts'
import { changesOf, profileOf } from './profile.ts'

const userId = (id: string) => id as Id<'user'>
const at = new Date('2027-03-14T15:09:26Z')
const user = {
  id: userId('0190f2a0-0000-7000-8000-000000000000'),
  name: 'Ada Lindqvist',
  email: 'ada@lindqvist.se',
  emailVerified: true,
  image: null,
  createdAt: at,
  updatedAt: at,
  username: 'ada.l',
  displayUsername: 'Ada.L',
  role: 'user',
  banned: null,
  banReason: null,
  banExpires: null,
}

describe('a profile', () => {
  test('shows the username as typed, and empty values for missing ones', () => {
    expect(profileOf(user)).toEqual({ name: 'Ada Lindqvist', username: 'Ada.L', image: '' })
    expect(profileOf({ ...user, username: null, displayUsername: null }).username).toBe('')
  })

  test('sends only changes, trimmed', () => {
    const typed = profileOf(user)
    expect(changesOf(user, typed)).toEqual({})
    expect(changesOf(user, { ...typed, name: ' Ada L. ' })).toEqual({ name: 'Ada L.' })
    expect(changesOf(user, { ...typed, username: 'ada.l' })).toEqual({ username: 'ada.l' })
  })

  test('clears emptied fields', () => {
    const pictured = { ...user, image: 'https://example.com/ada.png' }
    expect(changesOf(pictured, { name: user.name, username: ' ', image: '' })).toEqual({
      username: null,
      image: null,
    })
  })
})

test.each(['', 'https://example.com/ada.png'])('the picture %j is valid', (address) => {
  expect(mistakeIn(pictureSchema, address)).toBeNull()
})

test.each([
  ['http://example.com/ada.png', 'https'],
  ['javascript:alert(1)', 'https'],
  ['ada.png', 'https'],
  [`https://example.com/${'a'.repeat(2048)}`, '2,048'],
])('the picture %j is invalid', (address, mistake) => {
  expect(mistakeIn(pictureSchema, address)).toContain(mistake)
})
