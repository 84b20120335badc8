import * as z from 'zod/mini'
import { exampleState, hasStates, readState } from '../tax/places.ts'
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

/**
 * States that taxes depend on are checked, and stored in one form, such as `US-NY`, whether they are
 * given as `NY`, `US-NY` or `New York`.
 */
export const addressInput = z
  .object({
    line1: part(200),
    line2: part(200),
    postalCode: part(32),
    city: part(100),
    state: part(100),
    country,
  })
  .check((payload) => {
    const { country: code, state } = payload.value
    if (state === null || !hasStates(code)) return
    const read = readState(code, state)
    if (read !== null) payload.value = { ...payload.value, state: `${code}-${read}` }
    else {
      const message = `Input should be a state or province of ${code}, such as ${exampleState(code)}`
      payload.issues.push({ code: 'custom', input: state, path: ['state'], message })
    }
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

/** As it is written on an envelope: `NY` of `US-NY`. */
export const postalState = ({ country: code, state }: Pick<Address, 'country' | 'state'>) =>
  hasStates(code) ? (state?.replace(`${code}-`, '') ?? null) : state

/** The parts of an address that a tax may depend on. */
type TaxedPart = 'country' | 'state' | 'postalCode'

interface Precision {
  /** Stripe Tax locates buyers in the United States by their postal code. */
  readonly byPostalCode: boolean
}

/** The first part without which the tax may be unknown; null for an address that says enough. */
export function missingForTax(
  address: Pick<Address, TaxedPart> | null,
  { byPostalCode }: Precision,
): TaxedPart | null {
  if (address === null) return 'country'
  const { country: code, state, postalCode } = address
  if (hasStates(code) && (state === null || readState(code, state) === null)) return 'state'
  return byPostalCode && code === 'US' && postalCode === null ? 'postalCode' : null
}
