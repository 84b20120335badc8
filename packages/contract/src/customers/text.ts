import * as z from 'zod/mini'

/** One line of text that people are shown; a blank one is none. */
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
