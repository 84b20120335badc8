import { judge } from './catalog/judge.ts'
import { measure } from './catalog/measure.ts'
import { printJudgements } from './judgement.ts'
import { withPostgres } from './postgres.ts'
import { whatIsMissing } from './requirements.ts'
import { extentIn } from './rounds.ts'

/** What products and customers cost beside the bare statements for them, turn about. */
export async function catalog(args: readonly string[]): Promise<boolean> {
  const missing = whatIsMissing()
  if (missing !== null) {
    console.error(missing)
    return false
  }
  const extent = extentIn(args)
  return printJudgements(
    extent,
    async () => judge(await withPostgres((urls) => measure(urls, extent))),
    'node:http + pg',
  )
}
