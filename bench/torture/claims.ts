import { setTimeout as sleep } from 'node:timers/promises'
import { isDead } from '../../packages/server/src/platform/life-lock.ts'
import { runOn } from '../../packages/server/test/sql.ts'
import type { Plan } from '../renewals/subscribers.ts'

/** Renewals as a worker has claimed them, and how they go on without it. */
export interface Claims {
  /** Lets a worker begin, and returns while it renews, or soon if nothing is due. */
  readonly begin: () => Promise<void>
  /** What dead processes have claimed; resolves when others have it. Null if that is nothing. */
  readonly left: () => Promise<(() => Promise<void>) | null>
}

interface Claimed {
  readonly id: string
  readonly version: number
  readonly claimant: string | null
}

const beginMillisecondsMax = 1_500
const lookMilliseconds = 5
const noticeMilliseconds = 200
const lookAgainMilliseconds = 50

export function claimsOf(ownerUrl: string, { organizationId }: Plan): Claims {
  const claimed = async () =>
    runOn<Claimed>(
      ownerUrl,
      `select id, version::int, claimed_by as claimant from subscription
        where organization_id = $1 and claimed_until > now()`,
      [organizationId],
    )
  /** Asked apart from the claims: of a cluster, only the coordinator knows who lives. */
  const claimedByDead = async () => {
    const found = await claimed()
    const dead = await runOn<{ claimant: string }>(
      ownerUrl,
      `select claimant from unnest($1::text[]) claimant where ${isDead("'process.' || claimant")}`,
      [[...new Set(found.map(({ claimant }) => claimant))]],
    )
    return found.filter((one) => dead.some(({ claimant }) => claimant === one.claimant))
  }
  /** PostgreSQL notices a moment later that a process is dead. */
  const soonClaimedByDead = async () => {
    const endsAt = performance.now() + noticeMilliseconds
    for (;;) {
      const found = await claimedByDead()
      if (found.length > 0 || performance.now() > endsAt) return found
      await sleep(lookMilliseconds)
    }
  }
  /** Neither claimed by another nor renewed. */
  const isWaiting = async (before: readonly Claimed[]) => {
    const rows = await runOn(
      ownerUrl,
      `select from subscription s
         join jsonb_to_recordset($2::jsonb) as b (id uuid, version int, claimant uuid) using (id)
        where s.organization_id = $1 and s.version = b.version
          and (s.claimed_by is null or s.claimed_by = b.claimant)
        limit 1`,
      [organizationId, JSON.stringify(before)],
    )
    return rows.length > 0
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
      const before = await soonClaimedByDead()
      if (before.length === 0) return null
      return async () => {
        while (await isWaiting(before)) await sleep(lookAgainMilliseconds)
      }
    },
  }
}
