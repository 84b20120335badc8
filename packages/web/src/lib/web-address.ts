import type * as z from 'zod/mini'
import { mistakeIn, rule, text } from './form-schema.ts'

/** An https URL as typed; may be empty. */
export function webAddress(schema: z.core.$ZodType) {
  const address = text(schema, { format })
  return rule<string>((typed) => {
    const mistake = mistakeIn(address, typed)
    return mistake === null && typed.trim() !== '' && !isSecure(typed.trim()) ? format : mistake
  })
}

const format = 'Enter a URL that starts with https://'

const isSecure = (address: string): boolean =>
  URL.canParse(address) && new URL(address).protocol === 'https:'
