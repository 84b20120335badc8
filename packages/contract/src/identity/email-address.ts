import * as z from 'zod/mini'

const lengthMax = 254
const localPart = /^[^@]{1,64}@/
/** One fault is told, not what follows from it. */
const abort = true

const checks = [
  z.maxLength(lengthMax, { abort }),
  z.email({ abort }),
  z.regex(localPart, 'Invalid email'),
] as const

/** One address is one user, however it is typed: in lower case. */
export const emailAddress = z.string().check(z.toLowerCase(), ...checks)

/** For those who are somebody else's users, whose spelling is not ours to change. */
export const emailAddressAsWritten = z.string().check(...checks)
