import { evaluate, measure } from './exports/measure.ts'
import { withPostgres } from './postgres.ts'
import { missingRequirement } from './requirements.ts'
import { printResults } from './results.ts'

/** How quickly a list of any length becomes a file, and how much memory that takes. */
export async function exports(args: readonly string[]): Promise<boolean> {
  const missing = missingRequirement()
  if (missing !== null) {
    console.error(missing)
    return false
  }
  const customers = Number(args[0] ?? customersDefault)
  const measured = async () => evaluate(await withPostgres((urls) => measure(urls, customers)))
  return printResults({ rounds: 1, seconds: 0 }, measured, 'a tenth of it')
}

const customersDefault = 1_000_000
