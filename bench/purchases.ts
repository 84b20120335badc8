import { withPostgres } from './postgres.ts'
import { evaluate } from './purchases/evaluate.ts'
import { measure } from './purchases/measure.ts'
import { missingRequirement } from './requirements.ts'
import { printResults } from './results.ts'
import { runOptions } from './rounds.ts'

/** Purchases, from the new checkout to the paid order. */
export async function purchases(args: readonly string[]): Promise<boolean> {
  const missing = missingRequirement()
  if (missing !== null) {
    console.error(missing)
    return false
  }
  const options = runOptions(args, { rounds: 3, seconds: 10 })
  return printResults(
    options,
    async () => evaluate(await withPostgres((urls) => measure(urls, options))),
    '',
  )
}
