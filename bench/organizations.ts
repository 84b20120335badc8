import { evaluate } from './organizations/evaluate.ts'
import { measure } from './organizations/measure.ts'
import { withPostgres } from './postgres.ts'
import { missingRequirement } from './requirements.ts'
import { printResults } from './results.ts'
import { runOptions } from './rounds.ts'

/** Organizations, compared with the peer on the same PostgreSQL. */
export async function organizations(args: readonly string[]): Promise<boolean> {
  const missing = missingRequirement()
  if (missing !== null) {
    console.error(missing)
    return false
  }
  const options = runOptions(args)
  return printResults(options, async () =>
    evaluate(await withPostgres((urls) => measure(urls, options))),
  )
}
