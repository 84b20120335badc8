import type { Id } from '@guildhall/contract/primitives'
import { taxSchemes } from '@guildhall/contract/tax/shapes'
import * as z from 'zod/mini'
import { decideTax, decideWithoutPlace } from '../rules/decide-tax.ts'
import type { Registration, TaxRequest, TaxResult } from '../rules/tax-calculation.ts'
import { listActiveRegistrations } from '../store/registrations.ts'
import type { TaxDeps } from './deps.ts'
import { calculateWithStripe, stripeTax } from './stripe/calculate-with-stripe.ts'

const scheme = z.enum(taxSchemes)

/**
 * Uses Stripe Tax if it is configured, else the built-in rates. Must run outside a transaction,
 * because it may call Stripe.
 */
export async function calculateTax(
  deps: TaxDeps,
  { registrations: known, ...request }: TaxRequest,
): Promise<TaxResult> {
  const registrations = known ?? (await findActiveRegistrations(deps, request.organizationId))
  return calculate(deps, registrations, request)
}

/** Keeps a batch within Stripe's rate limit. */
const concurrentRequestsMax = 8

/**
 * Calculates for many customers of one organization; the results are in the order of the requests.
 */
export async function calculateTaxes(
  deps: TaxDeps,
  organizationId: Id<'organization'>,
  requests: readonly TaxRequest[],
): Promise<TaxResult[]> {
  if (requests.length === 0) return []
  const registrations = await findActiveRegistrations(deps, organizationId)
  const results: TaxResult[] = []
  while (results.length < requests.length) {
    const batch = requests.slice(results.length, results.length + concurrentRequestsMax)
    results.push(...(await Promise.all(batch.map((one) => calculate(deps, registrations, one)))))
  }
  return results
}

/** A seller who collects nowhere needs no call to Stripe. */
async function calculate(
  { config }: TaxDeps,
  registrations: readonly Registration[],
  request: TaxRequest,
): Promise<TaxResult> {
  const { netAmount, address } = request
  const stripe = stripeTax(config)
  const needsStripe = stripe !== null && decideWithoutPlace(registrations, netAmount) === null
  return needsStripe && address !== null
    ? calculateWithStripe(stripe, request, address)
    : decideTax(registrations, request)
}

export async function findActiveRegistrations(
  { uowFactory, clock }: TaxDeps,
  organizationId: Id<'organization'>,
): Promise<Registration[]> {
  const { reads } = uowFactory.database
  const rows = await listActiveRegistrations(reads, organizationId, clock.now())
  return rows.map((row) => ({ ...row, scheme: z.parse(scheme, row.scheme) }))
}
