import { printJudgements } from './judgement.ts'
import { withPostgres } from './postgres.ts'
import { judge } from './webhooks/judge.ts'
import { measure } from './webhooks/measure.ts'

const deliveriesDefault = 50_000
const waitingDefault = 1_000_000

/** What sellers’ own servers are told: how much a second, how soon, and beside how much that waits. */
export async function webhooks([deliveries, waiting]: readonly string[]): Promise<boolean> {
  const scale = {
    deliveries: Number(deliveries ?? deliveriesDefault),
    waiting: Number(waiting ?? waitingDefault),
  }
  return printJudgements(
    { rounds: 1, seconds: 0 },
    async () => judge(await withPostgres((urls) => measure(urls, scale)), scale),
    'without',
  )
}
