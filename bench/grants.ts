import { evaluate } from './grants/evaluate.ts'
import { measure } from './grants/measure.ts'
import { withPostgres } from './postgres.ts'
import { missingRequirement } from './requirements.ts'
import { printResults } from './results.ts'
import { runOptions } from './rounds.ts'

const holdersDefault = 100_000
const keysDefault = 1_000_000

/** What granting costs a purchase, a seller who changes what was sold, and an application. */
export async function grants(args: readonly string[]): Promise<boolean> {
  const missing = missingRequirement()
  if (missing !== null) {
    console.error(missing)
    return false
  }
  const [, , holders, keys] = args
  const options = {
    ...runOptions(args),
    holders: Number(holders ?? holdersDefault),
    keys: Number(keys ?? keysDefault),
  }
  const measured = async () =>
    evaluate(await withPostgres((urls) => measure(urls, options)), options)
  return printResults(options, measured, '')
}
