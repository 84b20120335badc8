import * as z from 'zod/mini'
import { countryCodes } from './countries.ts'
import { lineOfText } from './text.ts'

const countries = new Set(countryCodes)

export const country = z.string().check(
  z.toUpperCase(),
  z.refine((code) => countries.has(code), {
    error: 'Input should be a two-letter country code such as DE or US',
  }),
)

/** An absent or blank part becomes null, because addresses are replaced as a whole. */
const part = (lengthMax: number) => z._default(z.nullable(lineOfText(lengthMax)), null)

export const addressInput = z.object({
  line1: part(200),
  line2: part(200),
  postalCode: part(32),
  city: part(100),
  state: part(100),
  country,
})

export const Address = z.object({
  line1: z.nullable(z.string()),
  line2: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  country: z.string(),
})
export type Address = z.output<typeof Address>
