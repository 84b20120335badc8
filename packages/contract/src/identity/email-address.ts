import * as z from 'zod/mini'

const lengthMax = 254
const localPart = /^[^@]{1,64}@/
/** Report only the first fault, because others would follow from it. */
const abort = true

const checks = [
  z.maxLength(lengthMax, { abort }),
  z.email({ abort }),
  z.regex(localPart, 'Invalid email'),
] as const

/** In lower case, so that one address is one user however it is typed. */
export const emailAddress = z.string().check(z.toLowerCase(), ...checks)

/** For people who are not users of this server: keeps their spelling. */
export const emailAddressAsWritten = z.string().check(...checks)
