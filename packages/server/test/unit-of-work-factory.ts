import type { EntitlementDeps } from '../src/domains/entitlements/actions/deps.ts'
import { followSources } from '../src/domains/entitlements/actions/follow-sources.ts'
import type { Follower, UnitOfWorkFactory } from '../src/platform/unit-of-work.ts'

type Given = Pick<UnitOfWorkFactory, 'database' | 'clock'> & Pick<EntitlementDeps, 'keyring'>

/** As `app/` composes it, without anybody to wake. */
export function testUnitOfWorkFactory({ database, clock, keyring }: Given): UnitOfWorkFactory {
  const followers: Follower[] = []
  const uowFactory = { database, clock, followers, wake: () => undefined }
  followers.push(followSources({ uowFactory, keyring }))
  return uowFactory
}
