import { setTimeout as sleep } from 'node:timers/promises'
import { runOn } from '../../packages/server/test/sql.ts'

const pollMilliseconds = 20
const waitMillisecondsMax = 60_000

export async function countPaid(ownerUrl: string): Promise<number> {
  const [row] = await runOn<{ paid: number }>(
    ownerUrl,
    `select count(*)::int as paid from orders where status = 'paid'`,
  )
  return row?.paid ?? 0
}

/** Waits for the expected number of paid orders; more would mean that a purchase was paid twice. */
export async function waitForPaidOrders(ownerUrl: string, expected: number): Promise<void> {
  const startedAt = performance.now()
  for (let paid = 0; paid !== expected; paid = await countPaid(ownerUrl)) {
    const isLate = performance.now() - startedAt > waitMillisecondsMax
    if (isLate || paid > expected) throw new Error(`${paid} orders of ${expected} are paid`)
    await sleep(pollMilliseconds)
  }
}
