import { setTimeout as sleep } from 'node:timers/promises'
import { isDead } from '../../packages/server/src/platform/life-lock.ts'
import { runOn } from '../../packages/server/test/sql.ts'
import type { Plan } from '../renewals/subscribers.ts'

/** Renewals as a worker has claimed them, and how they go on without it. */
export interface Claims {
  /** Lets a worker begin, and returns while it renews, or soon if nothing is due. */
  readonly begin: () => Promise<void>
  /** What dead processes have claimed; resolves when it is renewed. Null if that is nothing. */
  readonly left: () => Promise<(() => Promise<void>) | null>
}

const beginMillisecondsMax = 1_500
const lookMilliseconds = 5
const noticeMilliseconds = 200
const lookAgainMilliseconds = 50

export function claimsOf(ownerUrl: string, { organizationId }: Plan): Claims {
  const claimed = async (condition = 'true') =>
    runOn<{ id: string; version: number }>(
      ownerUrl,
      `select id, version::int from subscription
        where organization_id = $1 and claimed_until > now() and ${condition}`,
      [organizationId],
    )
  /** PostgreSQL notices a moment later that a process is dead. */
  const claimedByDead = async () => {
    const endsAt = performance.now() + noticeMilliseconds
    for (;;) {
      const found = await claimed(isDead("'process.' || claimed_by"))
      if (found.length > 0 || performance.now() > endsAt) return found
      await sleep(lookMilliseconds)
    }
  }
  const renewedCount = async (before: readonly { id: string; version: number }[]) => {
    const [row] = await runOn<{ count: number }>(
      ownerUrl,
      `select count(*)::int as count
         from subscription s join jsonb_to_recordset($2::jsonb) as b (id uuid, version int) using (id)
        where s.organization_id = $1 and s.version > b.version`,
      [organizationId, JSON.stringify(before)],
    )
    return row?.count ?? 0
  }
  return {
    begin: async () => {
      await runOn(ownerUrl, `select graphile_worker.add_job('subscriptions.run_due', '{}'::json)`)
      const endsAt = performance.now() + beginMillisecondsMax
      while ((await claimed()).length === 0 && performance.now() < endsAt) {
        await sleep(lookMilliseconds)
      }
    },
    left: async () => {
      const before = await claimedByDead()
      if (before.length === 0) return null
      return async () => {
        while ((await renewedCount(before)) < before.length) await sleep(lookAgainMilliseconds)
      }
    },
  }
}
