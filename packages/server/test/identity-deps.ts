import pino from 'pino'
import type { IdentityDeps } from '../src/domains/identity/actions/deps.ts'
import { cookieNames } from '../src/domains/identity/rules/sessions/cookies.ts'
import { assert } from '../src/kernel/assert.ts'
import { systemClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config/config.ts'
import { createKeyring } from '../src/platform/crypto/keyring.ts'
import type { Database } from '../src/platform/database/database.ts'
import { trustedOrigins } from '../src/platform/http/origins.ts'
import { fetchExternal } from '../src/platform/http-client/fetch-external.ts'
import { quickHashing } from './quick-hashing.ts'

/** For tests that run actions without a server: default settings but for the first operator, no rate limits, no hooks. */
export function testIdentityDeps(database: Database): IdentityDeps {
  const config = readConfig({ GUILDHALL_FIRST_OPERATOR: 'first-user' })
  assert(!('faults' in config), 'the default settings are valid')
  return {
    config,
    uowFactory: { database, clock: systemClock, wake: () => undefined },
    log: pino({ level: 'silent' }),
    clock: systemClock,
    keyring: createKeyring(['a-secret-of-the-tests-long-enough-for-signing']),
    hashing: quickHashing,
    cookieNames: cookieNames(config.server),
    origins: trustedOrigins(config.server.url, []),
    limit: async () => undefined,
    fetchExternal,
    userDeletionHooks: [],
  }
}
