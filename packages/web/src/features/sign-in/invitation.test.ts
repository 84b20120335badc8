import { expect, test } from 'vitest'
import { invitationKey } from './invitation.ts'

const id = '0197b2a4-5b7e-7c3a-9a55-3f2f1c0d9e8b'

test.each([
  [`/accept-invitation/${id}.abc-_9`, `${id}.abc-_9`],
  [`/accept-invitation/${id}`, null],
  [`/accept-invitation/${id}.`, null],
  [`/accept-invitation/${id}.a/b`, null],
  [`/accept-invitation/${id}.a&email=b`, null],
  [`/dashboard/accept-invitation/${id}.a`, null],
  ['/dashboard', null],
])('a visitor who returns to %s has the key %s', (path, key) => {
  expect(invitationKey(path)).toBe(key)
})
