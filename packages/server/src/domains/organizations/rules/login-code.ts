import { randomInt } from 'node:crypto'

/** Consonants only, so that no code is a word, and none of them is taken for a digit. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'
const codeLength = 8
const half = codeLength / 2
const whole = new RegExp(`^[${letters}]{${codeLength}}$`)

/** 35 random bits, for one of few logins within ten minutes and with a limit of guesses. */
export const newLoginCode = (): string =>
  Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join('')

/** As people read it: `BCDF-GHJK`. */
export const formatLoginCode = (code: string): string =>
  `${code.slice(0, half)}-${code.slice(half)}`

/** Reads what a person typed; null if it can't be a code. */
export function readLoginCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  return whole.test(code) ? code : null
}
