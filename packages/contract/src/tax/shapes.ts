import * as z from 'zod/mini'
import { country } from '../customers/address.ts'
import { lineOfText } from '../customers/text.ts'
import { organizationId } from '../organizations/shapes.ts'
import { id, instant } from '../primitives.ts'
import { hasStates, provincesWithOwnTax, readState } from './places.ts'

const taxNumberLengthMax = 64
const stateLengthMax = 100

/**
 * Why a purchase is taxed or not. `address_incomplete` is this server’s own: the seller collects tax,
 * but the buyer’s address didn’t say enough, and there was nobody to ask.
 */
export const taxabilityReasons = [
  'standard_rated',
  'not_collecting',
  'product_exempt',
  'reverse_charge',
  'not_subject_to_tax',
  'not_supported',
  'address_incomplete',
] as const
export type TaxabilityReason = (typeof taxabilityReasons)[number]

/**
 * The rate on an order and its invoice. Basis points are hundredths of a percent and may be
 * fractional: 9.975 % are 997.5. They are null for a flat amount; otherwise the amount is null.
 */
export const TaxRate = z.object({
  rateType: z.enum(['percentage', 'flat_amount']),
  basisPoints: z.nullable(z.number()),
  amount: z.nullable(z.int()),
  displayName: z.string(),
  country: z.nullable(z.string()),
  /** The code of the state or province, without the country. */
  state: z.nullable(z.string()),
  subdivision: z.nullable(z.string()),
})
export type TaxRate = z.output<typeof TaxRate>

/**
 * What a registration covers: its own place; for a small seller in the European Union, the whole
 * Union at the home rate; with the one-stop shop, the whole Union at the buyer's rate.
 */
export const taxSchemes = ['domestic', 'small_seller', 'oss'] as const
export type TaxScheme = (typeof taxSchemes)[number]

export const taxRegistrationId = id('taxRegistration')

/** Also the payload of webhooks. */
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
  /** The current rate of the place; null if this server knows none. */
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
  if (country === 'US')
    return code === null ? 'Specify the state: each state has its own sales tax' : null
  const isCovered = code !== null && !provincesWithOwnTax.includes(code)
  return isCovered ? 'Canada’s own registration covers this province: leave the state out' : null
}

/** The place cannot change; another place needs another registration. */
export const taxRegistrationChanges = z.object({
  scheme: z.nullish(scheme),
  taxNumber: z.nullish(taxNumber),
  collectsSince: z.nullish(instant),
})
