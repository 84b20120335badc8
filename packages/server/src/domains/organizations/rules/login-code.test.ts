import { expect, it } from 'vitest'
import { formatLoginCode, newLoginCode, readLoginCode } from './login-code.ts'

it('a code is read back as people type it', () => {
  for (let round = 0; round < 200; round += 1) {
    const code = newLoginCode()
    expect(code).toMatch(/^[B-Z]{8}$/)
    expect(readLoginCode(` ${formatLoginCode(code).toLowerCase()} `)).toBe(code)
    expect(readLoginCode(code)).toBe(code)
  }
})

it.each(['', 'BCDF', 'BCDF-GHJKL', 'BCDF-GHJA', 'BCDF-GHJ1', 'BCDF_GHJK'])(
  '%j is no code',
  (typed) => expect(readLoginCode(typed)).toBeNull(),
)
