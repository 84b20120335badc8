import { judge } from './accounts/judge.ts'
import { measure } from './accounts/measure.ts'
import { printJudgements } from './judgement.ts'
import { withPostgres } from './postgres.ts'
import { whatIsMissing } from './requirements.ts'
import { extentIn } from './rounds.ts'

/** What sessions and sign-ins cost beside the peer, on one PostgreSQL, turn about. */
export async function accounts(args: readonly string[]): Promise<boolean> {
  const missing = whatIsMissing()
  if (missing !== null) {
    console.error(missing)
    return false
  }
  const extent = extentIn(args)
  return printJudgements(extent, async () =>
    judge(await withPostgres((urls) => measure(urls, extent))),
  )
}
