import { evaluate } from './catalog/evaluate.ts'
import { measure } from './catalog/measure.ts'
import { withPostgres } from './postgres.ts'
import { missingRequirement } from './requirements.ts'
import { printResults } from './results.ts'
import { runOptions } from './rounds.ts'

/** Products and customers, compared with single SQL statements that do the same. */
export async function catalog(args: readonly string[]): Promise<boolean> {
  const missing = missingRequirement()
  if (missing !== null) {
    console.error(missing)
    return false
  }
  const options = runOptions(args)
  return printResults(
    options,
    async () => evaluate(await withPostgres((urls) => measure(urls, options))),
    'node:http + pg',
  )
}
