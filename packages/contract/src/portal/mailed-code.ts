import * as z from 'zod/mini'

/** People type it from a mail, in any case. */
export const mailedCode = z.string().check(
  z.trim(),
  z.overwrite((text) => text.toUpperCase()),
  z.regex(/^[A-Z0-9]{6}$/, 'A code has six letters and digits'),
)

/** The long one of a repeated mail is shown in groups, which need not be typed. */
export const signInCode = z.string().check(
  z.maxLength(64),
  z.overwrite((text) => text.replaceAll(/[\s-]/g, '').toUpperCase()),
  z.regex(/^(?:[A-Z0-9]{6}|[A-Z2-7]{16})$/, 'A code has six letters and digits, or 16'),
)
