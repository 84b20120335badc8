import { withPostgres } from './postgres.ts'
import { printResults } from './results.ts'
import { evaluate } from './webhooks/evaluate.ts'
import { measure } from './webhooks/measure.ts'

const deliveriesDefault = 50_000
const waitingDefault = 1_000_000

/** Throughput and delay of webhooks, with hanging endpoints and with many waiting deliveries. */
export async function webhooks([deliveries, waiting]: readonly string[]): Promise<boolean> {
  const scale = {
    deliveries: Number(deliveries ?? deliveriesDefault),
    waiting: Number(waiting ?? waitingDefault),
  }
  return printResults(
    { rounds: 1, seconds: 0 },
    async () => evaluate(await withPostgres((urls) => measure(urls, scale)), scale),
    'without',
  )
}
