import { printJudgements } from './judgement.ts'
import { withPostgres } from './postgres.ts'
import { judge } from './purchases/judge.ts'
import { measure } from './purchases/measure.ts'
import { whatIsMissing } from './requirements.ts'
import { extentIn } from './rounds.ts'

/** Whole purchases, from an open checkout to the paid order. */
export async function purchases(args: readonly string[]): Promise<boolean> {
  const missing = whatIsMissing()
  if (missing !== null) {
    console.error(missing)
    return false
  }
  const extent = extentIn(args)
  return printJudgements(
    extent,
    async () => judge(await withPostgres((urls) => measure(urls, extent))),
    '',
  )
}
