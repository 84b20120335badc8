import * as z from 'zod/mini'

/** People type it from a mail, in any case. */
export const mailedCode = z.string().check(
  z.trim(),
  z.overwrite((text) => text.toUpperCase()),
  z.regex(/^[A-Z0-9]{6}$/, 'A code has six letters and digits'),
)
