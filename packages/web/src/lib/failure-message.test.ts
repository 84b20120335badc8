import { describe, expect, test, vi } from 'vitest'
import { Explained, failureMessage } from './failure-message.ts'
import { Refused, Unreachable } from './request.ts'

const refused = (status: number, code: string, message = 'No', retryAfterSeconds?: number) =>
  new Refused(status, { code, message, fields: [] }, retryAfterSeconds ?? null)

describe('failure messages', () => {
  test.each([
    [new Unreachable('x'), 'can’t be reached'],
    [refused(429, 'TOO_MANY_REQUESTS', 'x', 1), 'in a second.'],
    [refused(429, 'TOO_MANY_REQUESTS', 'x', 9), 'in 9 seconds.'],
    [refused(429, 'TOO_MANY_REQUESTS'), 'Wait a moment'],
    [refused(503, 'TOO_BUSY'), 'busy'],
    [refused(500, ''), 'on our side'],
    [new Explained('End the subscriptions first.'), 'End the subscriptions first.'],
    [refused(400, 'PASSWORD_TOO_COMMON'), 'This password is too common'],
    [refused(422, 'USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER'), 'This username is taken'],
  ])('%s', (error, expected) => {
    expect(failureMessage(error)).toContain(expected)
  })

  test('default to the server’s message as a sentence', () => {
    expect(failureMessage(refused(403, 'X', 'Not yours'))).toBe('Not yours.')
    expect(failureMessage(refused(403, 'X', 'Not yours!'))).toBe('Not yours!')
  })

  test('prefer the page’s own', () => {
    const own = { PASSWORD_TOO_COMMON: 'Ours.', X: 'Also ours.' }
    expect(failureMessage(refused(400, 'PASSWORD_TOO_COMMON'), own)).toBe('Ours.')
    expect(failureMessage(refused(403, 'X'), own)).toBe('Also ours.')
  })

  test('of a bug report it', () => {
    const reported = vi.fn<(error: unknown) => void>()
    vi.stubGlobal('reportError', reported)
    const bug = new Error('a bug')
    expect(failureMessage(bug)).toContain('Reload')
    expect(reported).toHaveBeenCalledWith(bug)
    vi.unstubAllGlobals()
  })
})
