import pino from 'pino'
import { StripeUnavailable } from '../domains/ledger/actions/ask-stripe.ts'
import {
  type Comparison,
  type ComparisonDeps,
  comparePeriod,
} from '../domains/ledger/actions/compare-period.ts'
import { differenceText } from '../domains/ledger/rules/difference-text.ts'
import { nextPart } from '../domains/ledger/rules/reconciled-period.ts'
import type { Difference } from '../domains/ledger/rules/reconciliation.ts'
import { openStripeProcessor } from '../domains/payments/actions/open-processors.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { StartFailure } from '../platform/start-failure.ts'
import { databaseUrlOf, roleAt } from './attach-to-server.ts'
import type { ReconcileOptions } from './command-line/reconcile-usage.ts'

interface Output {
  readonly print: (text: string) => void
  readonly printError: (text: string) => void
  readonly pause: ComparisonDeps['pause']
}

/** Compares the ledger with Stripe from outside of the server. Returns the exit code. */
export async function reconcile(
  config: Config,
  options: ReconcileOptions,
  output: Output,
): Promise<number> {
  const stripe = openStripeProcessor({ config, log: pino({ level: 'silent' }) })
  if (stripe === null) {
    throw new StartFailure('STRIPE_SECRET_KEY is not set: there is nothing to compare with')
  }
  const url = databaseUrlOf(config)
  const role = (await roleAt(url)) ?? undefined
  const database = await openDatabase({ url, role }, { warn: () => undefined })
  try {
    const uowFactory = { database, clock: systemClock, wake: () => undefined }
    return await compareAll({ uowFactory, stripe, pause: output.pause }, options, output)
  } finally {
    await database.close()
  }
}

async function compareAll(
  deps: ComparisonDeps,
  { from, to, isBooking, isJson }: ReconcileOptions,
  { print, printError }: Output,
): Promise<number> {
  const parts: Comparison[] = []
  let through = from
  try {
    while (through < to) {
      const part = nextPart(through, { to })
      parts.push(await comparePeriod(deps, part, { isBooking }))
      through = part.to
    }
  } catch (error) {
    if (!(error instanceof StripeUnavailable)) throw error
    printError(
      `Stripe is unavailable: ${error.message}. Compared through ${through.toISOString()}; ` +
        `continue with --from ${through.toISOString()}`,
    )
  }
  const compared = { from, to: through, ...sumOf(parts) }
  const slugs = await slugsOf(deps.uowFactory.database, compared.differences)
  const lines = isJson ? [jsonOf(compared, slugs)] : textOf(compared, slugs)
  lines.forEach(print)
  if (through < to) return 2
  return compared.differences.length === 0 ? 0 : 1
}

const sumOf = (parts: readonly Comparison[]): Comparison => ({
  transactionCount: total(parts.map(({ transactionCount }) => transactionCount)),
  unrelatedCount: total(parts.map(({ unrelatedCount }) => unrelatedCount)),
  bookedCount: total(parts.map(({ bookedCount }) => bookedCount)),
  differences: parts.flatMap(({ differences }) => differences),
})

const total = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0)

interface Compared extends Comparison {
  readonly from: Date
  readonly to: Date
}

type Slugs = ReadonlyMap<string | null, string>

function textOf({ from, to, ...compared }: Compared, slugs: Slugs): string[] {
  const { transactionCount, unrelatedCount, bookedCount, differences } = compared
  return [
    ...differences.map((one) => differenceText(one, slugs.get(one.organizationId) ?? null)),
    `Compared ${transactionCount} transactions from ${from.toISOString()} to ${to.toISOString()}: ` +
      `${differences.length} differences, ${bookedCount} booked, ${unrelatedCount} of others`,
  ]
}

function jsonOf({ differences, ...compared }: Compared, slugs: Slugs): string {
  const shown = differences.map(({ there, ...one }) => ({
    ...one,
    organization: slugs.get(one.organizationId) ?? null,
    atStripe: there,
  }))
  return JSON.stringify({ ...compared, differences: shown }, null, 2)
}

async function slugsOf({ kysely }: Database, differences: readonly Difference[]): Promise<Slugs> {
  const ids = [...new Set(differences.flatMap(({ organizationId }) => organizationId ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('organization')
    .select(['id', 'slug'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, slug }) => [id, slug]))
}
