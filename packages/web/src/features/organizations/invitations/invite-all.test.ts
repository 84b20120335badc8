import { describe, expect, test } from 'vitest'
import { Refused } from '#/lib/request.ts'
import { inviteAll, refusedText } from './invite-all.ts'

const refusal = (code: string) => new Refused(400, { code, message: code, fields: [] }, null)

const answers: Readonly<Record<string, Error>> = {
  'invited@example.com': refusal('USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION'),
  'member@example.com': refusal('USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION'),
  'limit@example.com': refusal('INVITATION_LIMIT_REACHED'),
}

const invite = (email: string) => {
  const error = answers[email]
  return error === undefined ? Promise.resolve() : Promise.reject(error)
}

describe('inviting several people', () => {
  test('continues after an address that can’t be invited', async () => {
    const emails = ['a@example.com', 'invited@example.com', 'member@example.com', 'b@example.com']
    const { sent, refused, stop } = await inviteAll(emails, invite)
    expect(sent).toEqual(['a@example.com', 'b@example.com'])
    expect(refused.map(refusedText)).toEqual([
      'invited@example.com is already invited.',
      'member@example.com is already a member.',
    ])
    expect(stop).toBe(null)
  })

  test('stops at an error that concerns all', async () => {
    const emails = ['a@example.com', 'limit@example.com', 'b@example.com']
    const { sent, refused, stop } = await inviteAll(emails, invite)
    expect(sent).toEqual(['a@example.com'])
    expect(refused).toEqual([])
    expect(stop).toBe(answers['limit@example.com'])
  })
})
