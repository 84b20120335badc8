import { setTimeout as sleep } from 'node:timers/promises'
import { runOn } from '../../packages/server/test/sql.ts'

const lookMilliseconds = 20
const waitMillisecondsMax = 60_000

export async function countPaid(ownerUrl: string): Promise<number> {
  const [row] = await runOn<{ paid: number }>(
    ownerUrl,
    `select count(*)::int as paid from orders where status = 'paid'`,
  )
  return row?.paid ?? 0
}

/** Until there are so many paid orders; one more than that is a purchase paid twice. */
export async function allPaid(ownerUrl: string, expected: number): Promise<void> {
  const startedAt = performance.now()
  for (let paid = 0; paid !== expected; paid = await countPaid(ownerUrl)) {
    const isLate = performance.now() - startedAt > waitMillisecondsMax
    if (isLate || paid > expected) throw new Error(`${paid} orders of ${expected} are paid`)
    await sleep(lookMilliseconds)
  }
}
