import { expect, test } from 'vitest'
import { Refused } from '#/lib/request.ts'
import { explain } from './explain.ts'

const refused = (status: number, code: string, message: string) =>
  new Refused(status, { code, message, fields: [] }, null)

test.each([
  [refused(400, 'YOU_CANNOT_REMOVE_YOURSELF', 'You cannot'), /your account page/],
  [refused(400, 'PASSWORD_TOO_SHORT', 'Password too short'), /too short/],
  [refused(400, 'OWNS_AN_ORGANIZATION', 'Is the last owner'), 'Is the last owner.'],
  [refused(400, 'VALIDATION_ERROR', '[body.name] Must be one line.'), /one line\.$/],
])('the message for %s', (error, expected) => {
  expect(explain(error)).toMatch(expected)
})
