import { evaluate, measure } from './limits/measure.ts'
import { withPostgres } from './postgres.ts'
import { missingRequirement } from './requirements.ts'
import { printResults } from './results.ts'
import { runOptions } from './rounds.ts'

/** How quickly a server decides what customers may use, for one of them and for many. */
export async function limits(args: readonly string[]): Promise<boolean> {
  const missing = missingRequirement()
  if (missing !== null) {
    console.error(missing)
    return false
  }
  const options = runOptions(args)
  const measured = async () => evaluate(await withPostgres((urls) => measure(urls, options)))
  return printResults(options, measured, '')
}
