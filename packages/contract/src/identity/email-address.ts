import * as z from 'zod/mini'

const lengthMax = 254
const localPart = /^[^@]{1,64}@/
/** One fault is told, not what follows from it. */
const abort = true

/** One address is one user, however it is typed: in lower case. */
export const emailAddress = z
  .string()
  .check(
    z.toLowerCase(),
    z.maxLength(lengthMax, { abort }),
    z.email({ abort }),
    z.regex(localPart, 'Invalid email'),
  )
