import { evaluate, measure } from './analytics/measure.ts'
import { withPostgres } from './postgres.ts'
import { missingRequirement } from './requirements.ts'
import { printResults } from './results.ts'
import { runOptions } from './rounds.ts'

/** How quickly metrics of five years are read, of a small seller and of a large one. */
export async function analytics(args: readonly string[]): Promise<boolean> {
  const missing = missingRequirement()
  if (missing !== null) {
    console.error(missing)
    return false
  }
  const options = runOptions(args)
  const subscriptions = Number(args[2] ?? subscriptionsDefault)
  const measured = async () =>
    evaluate(await withPostgres((urls) => measure(urls, options, subscriptions)))
  return printResults(options, measured, '')
}

const subscriptionsDefault = 10_000
