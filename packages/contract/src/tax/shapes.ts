import * as z from 'zod/mini'
import { country } from '../customers/address.ts'
import { lineOfText } from '../customers/text.ts'
import { organizationId } from '../organizations/shapes.ts'
import { id, instant } from '../primitives.ts'
import { hasStates, provincesWithOwnTax, readState } from './places.ts'

const taxNumberLengthMax = 64
const stateLengthMax = 100

/** Why there is tax on a purchase, or none. */
export const taxabilityReasons = [
  'standard_rated',
  'not_collecting',
  'product_exempt',
  'reverse_charge',
  'not_subject_to_tax',
  'not_supported',
] as const
export type TaxabilityReason = (typeof taxabilityReasons)[number]

/**
 * What was taken, as it stands on an order and an invoice. Basis points are hundredths of a percent
 * and may be fractional: 9.975 % are 997.5. Of a flat amount they are null, and of a rate the
 * amount is.
 */
export const TaxRate = z.object({
  rateType: z.enum(['percentage', 'flat_amount']),
  basisPoints: z.nullable(z.number()),
  amount: z.nullable(z.int()),
  displayName: z.string(),
  country: z.nullable(z.string()),
  /** The state’s or province’s code without the country’s. */
  state: z.nullable(z.string()),
  subdivision: z.nullable(z.string()),
})
export type TaxRate = z.output<typeof TaxRate>

/**
 * How far a registration reaches: its own place; of a small seller in the European Union all of the
 * Union at the rate of home; by the one-stop shop all of the Union at the rate of the buyer.
 */
export const taxSchemes = ['domestic', 'small_seller', 'oss'] as const
export type TaxScheme = (typeof taxSchemes)[number]

export const taxRegistrationId = id('taxRegistration')

/** Webhooks send it as well. */
export const TaxRegistration = z.object({
  id: taxRegistrationId,
  createdAt: instant,
  modifiedAt: z.nullable(instant),
  organizationId,
  country: z.string(),
  state: z.nullable(z.string()),
  scheme: z.enum(taxSchemes),
  taxNumber: z.nullable(z.string()),
  collectsSince: instant,
  /** What is taken there today; null where this server knows no rate of it. */
  taxRate: z.nullable(TaxRate),
})
export type TaxRegistration = z.output<typeof TaxRegistration>

const scheme = z.enum(taxSchemes)
const taxNumber = lineOfText(taxNumberLengthMax)

export const taxRegistrationInput = z
  .object({
    organizationId: z.nullish(organizationId),
    country,
    state: z.nullish(z.string().check(z.maxLength(stateLengthMax))),
    scheme: z.nullish(scheme),
    taxNumber: z.nullish(taxNumber),
    collectsSince: z.nullish(instant),
  })
  .check(({ value, issues }) => {
    const message = stateFault(value.country, value.state ?? null)
    if (message !== null) issues.push({ code: 'custom', input: value, path: ['state'], message })
  })

function stateFault(country: string, state: string | null): string | null {
  if (!hasStates(country)) return state === null ? null : 'This country is registered as a whole'
  const code = state === null ? null : readState(country, state)
  if (state !== null && code === null) return 'Input should be a state’s code, such as CA or QC'
  if (country === 'US') return code === null ? 'Name the state: sales tax is the state’s' : null
  const isCovered = code !== null && !provincesWithOwnTax.includes(code)
  return isCovered ? 'Canada’s own registration covers this province: leave the state out' : null
}

/** The place stays as it is: another place is another registration. */
export const taxRegistrationChanges = z.object({
  scheme: z.nullish(scheme),
  taxNumber: z.nullish(taxNumber),
  collectsSince: z.nullish(instant),
})
