import { withPostgres } from './postgres.ts'
import { missingRequirement } from './requirements.ts'
import { printResults } from './results.ts'
import { runOptions } from './rounds.ts'
import { evaluate } from './usage/evaluate.ts'
import { measure } from './usage/measure.ts'

const eventsDefault = 10_000_000

/** How many events a server takes in, and how quickly many of them are listed. */
export async function usage(args: readonly string[]): Promise<boolean> {
  const missing = missingRequirement()
  if (missing !== null) {
    console.error(missing)
    return false
  }
  const [, , events] = args
  const options = { ...runOptions(args), events: Number(events ?? eventsDefault) }
  const measured = async () =>
    evaluate(await withPostgres((urls) => measure(urls, options)), options)
  return printResults(options, measured, 'raw COPY')
}
