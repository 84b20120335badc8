import { evaluate, measure } from './pages/measure.ts'
import { withPostgres } from './postgres.ts'
import { missingRequirement } from './requirements.ts'
import { printResults } from './results.ts'
import { runOptions } from './rounds.ts'

/** How the first visit of a page is on a slow phone, by the browser's own observers. */
export async function pages(args: readonly string[]): Promise<boolean> {
  const missing = missingRequirement()
  if (missing !== null) {
    console.error(missing)
    return false
  }
  const options = runOptions(args)
  return printResults(
    options,
    async () => evaluate(await withPostgres((urls) => measure(urls, options))),
    '',
  )
}
