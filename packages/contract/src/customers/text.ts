import * as z from 'zod/mini'

/** A single line of text; blank becomes null. */
export const lineOfText = (lengthMax: number) =>
  z.pipe(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(lengthMax),
        z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Must be one line'),
      ),
    z.transform((text) => (text === '' ? null : text)),
  )
