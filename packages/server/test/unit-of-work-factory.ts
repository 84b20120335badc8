import type { EntitlementDeps } from '../src/domains/entitlements/actions/deps.ts'
import { followSources } from '../src/domains/entitlements/actions/follow-sources.ts'
import { followRefunds } from '../src/domains/topups/actions/follow-refunds.ts'
import type { Follower, UnitOfWorkFactory } from '../src/platform/unit-of-work.ts'

type Given = Pick<UnitOfWorkFactory, 'database' | 'clock'> &
  Pick<EntitlementDeps, 'keyring'> &
  Partial<Pick<EntitlementDeps, 'providers'>>

/** As `app/` composes it, without anybody to wake, and by default without providers. */
export function testUnitOfWorkFactory({
  database,
  clock,
  keyring,
  providers = { discord: null, github: null },
}: Given): UnitOfWorkFactory {
  const followers: Follower[] = []
  const uowFactory = { database, clock, followers, wake: () => undefined }
  followers.push(followRefunds.open({}), followSources.open({ keyring, clock, providers }))
  return uowFactory
}
