import { describe, expect, test, vi } from 'vitest'
import { failureWords } from './failure-words.ts'
import { Refused, Unreachable } from './request.ts'

const refused = (status: number, code: string, message = 'No', retryAfterSeconds?: number) =>
  new Refused(status, { code, message, fields: [] }, retryAfterSeconds ?? null)

describe('a failure in words', () => {
  test.each([
    [new Unreachable('x'), 'can’t be reached'],
    [refused(429, 'TOO_MANY_REQUESTS', 'x', 1), 'in a second.'],
    [refused(429, 'TOO_MANY_REQUESTS', 'x', 9), 'in 9 seconds.'],
    [refused(429, 'TOO_MANY_REQUESTS'), 'Wait a moment'],
    [refused(503, 'TOO_BUSY'), 'busy'],
    [refused(500, ''), 'on our side'],
    [refused(400, 'PASSWORD_TOO_COMMON'), 'Too many people'],
    [refused(422, 'USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER'), 'Somebody has this username'],
  ])('%s', (error, words) => {
    expect(failureWords(error)).toContain(words)
  })

  test('are the server’s where nobody here has better ones, as a sentence', () => {
    expect(failureWords(refused(403, 'X', 'Not yours'))).toBe('Not yours.')
    expect(failureWords(refused(403, 'X', 'Not yours!'))).toBe('Not yours!')
  })

  test('are the page’s own before all others', () => {
    const own = { PASSWORD_TOO_COMMON: 'Ours.', X: 'Also ours.' }
    expect(failureWords(refused(400, 'PASSWORD_TOO_COMMON'), own)).toBe('Ours.')
    expect(failureWords(refused(403, 'X'), own)).toBe('Also ours.')
  })

  test('of a bug don’t hide it', () => {
    const reported = vi.fn<(error: unknown) => void>()
    vi.stubGlobal('reportError', reported)
    const bug = new Error('a bug')
    expect(failureWords(bug)).toContain('Reload')
    expect(reported).toHaveBeenCalledWith(bug)
    vi.unstubAllGlobals()
  })
})
