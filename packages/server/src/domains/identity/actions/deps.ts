import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import type { Hooks } from '../../../platform/hooks.ts'
import type { TrustedOrigins } from '../../../platform/http/origins.ts'
import type { fetchExternal } from '../../../platform/http-client/fetch-external.ts'
import type { Hashing } from '../../../platform/passwords/hashing.ts'
import type { UnitOfWorkFactory } from '../../../platform/unit-of-work.ts'
import type { CookieNames } from '../rules/sessions/cookies.ts'

/** What this domain works with; composed in `app/`. */
export interface IdentityDeps extends Pick<Hooks, 'userDeletionHooks'> {
  readonly uowFactory: UnitOfWorkFactory
  readonly keyring: Keyring
  readonly clock: Clock
  readonly log: Logger
  readonly config: Config
  readonly cookieNames: CookieNames
  readonly hashing: Hashing
  readonly origins: TrustedOrigins
  readonly limit: CountLimit
  readonly fetchExternal: typeof fetchExternal
}

/** Counts one attempt; throws a refusal if there were too many in the window. */
type CountLimit = (
  bucket: string,
  requestsMax: number,
  windowSeconds: number,
  subject: readonly string[],
) => Promise<void>
