import { withPostgres } from './postgres.ts'
import { missingRequirement } from './requirements.ts'
import { printResults } from './results.ts'
import { runOptions } from './rounds.ts'
import { evaluate, measure } from './search/measure.ts'

/** How quickly customers are found while somebody types, among very many. */
export async function search(args: readonly string[]): Promise<boolean> {
  const missing = missingRequirement()
  if (missing !== null) {
    console.error(missing)
    return false
  }
  const options = runOptions(args)
  const customers = Number(args[2] ?? customersDefault)
  const measured = async () =>
    evaluate(await withPostgres((urls) => measure(urls, options, customers)))
  return printResults(options, measured, '')
}

const customersDefault = 1_000_000
