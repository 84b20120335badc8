import type { Scope } from '@guildhall/contract/organizations/scopes'
import { beforeAll } from 'vitest'
import { assert } from '../src/kernel/assert.ts'
import { testDatabase } from './database.ts'
import { createOrganization, type OwnedOrganization } from './owned-organization.ts'
import { type BillingCalls, newBackend } from './sellers.ts'
import { type TestServerOptions, testServer } from './server.ts'

/**
 * A server for the tests of a file, with an organization and calls of its backend. Both are made
 * by a hook, so they are to be used inside tests and later hooks only.
 */
export function sellingServer(
  scopes: readonly Scope[],
  env: Readonly<Record<string, string>> = {},
  options: TestServerOptions = {},
) {
  const db = testDatabase()
  const server = testServer(db, env, options)
  let made: { readonly organization: OwnedOrganization; readonly backend: BillingCalls } | undefined

  beforeAll(async () => {
    const organization = await createOrganization(server.current)
    made = { organization, backend: await newBackend(server.current, organization, scopes) }
  })

  function current() {
    assert(made !== undefined, 'the organization exists inside tests and later hooks only')
    return made
  }
  const acme: OwnedOrganization = {
    get owner() {
      return current().organization.owner
    },
    get id() {
      return current().organization.id
    },
    get slug() {
      return current().organization.slug
    },
  }
  const calls: BillingCalls = {
    get: (...call) => current().backend.get(...call),
    post: (...call) => current().backend.post(...call),
    put: (...call) => current().backend.put(...call),
    patch: (...call) => current().backend.patch(...call),
    remove: (...call) => current().backend.remove(...call),
  }
  return { db, server, acme, calls }
}
