import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Refusal } from '../../../kernel/refusal.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { TrustedOrigins } from '../../../platform/http/origins.ts'
import type { fetchOutside } from '../../../platform/http-client/fetch-outside.ts'
import type { Hashing } from '../../../platform/passwords/hashing.ts'
import type { Work, Workshop } from '../../../platform/work.ts'
import type { CookieNames } from '../rules/cookies.ts'

/** What everything in this domain is made from; put together in `app/`. */
export interface IdentityParts {
  readonly workshop: Workshop
  readonly keyring: Keyring
  readonly clock: Clock
  readonly log: Logger
  readonly config: Config
  readonly cookieNames: CookieNames
  readonly hashing: Hashing
  readonly origins: TrustedOrigins
  readonly limit: CountLimit
  readonly outside: typeof fetchOutside
  readonly userDeletionParts: readonly UserDeletionPart[]
}

/** Counts one try; refuses when there were too many in the window. */
type CountLimit = (
  bucket: string,
  requestsMax: number,
  windowSeconds: number,
  subject: readonly string[],
) => Promise<void>

/** What another domain has to do with a user's deletion; its row is locked before any other. */
export interface UserDeletionPart {
  /** What is against it. */
  refuses(tx: Transaction<Tables>, userId: Id<'user'>): Promise<Refusal | null>
  /** What goes along, in the same transaction and when nobody had anything against it. */
  carryOut(work: Work, userId: Id<'user'>): Promise<void>
}
