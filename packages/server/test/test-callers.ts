import type { Scope } from '@guildhall/contract/organizations/scopes'
import { beforeAll } from 'vitest'
import { assert } from '../src/kernel/assert.ts'
import { createOrganization, newMember, type OwnedOrganization } from './owned-organization.ts'
import { newPerson } from './people.ts'
import {
  type BillingAnswer,
  type BillingCalls,
  briefOf,
  inDashboard,
  newBackend,
  withNothing,
} from './sellers.ts'

export type CallerName =
  | 'backend'
  | 'read-only backend'
  | 'backend without the scope'
  | 'backend of a stranger'
  | 'owner'
  | 'admin'
  | 'member'
  | 'stranger'
  | 'anonymous'

/** Two organizations, and callers with different rights in the first one. */
export interface TestCallers {
  readonly acme: OwnedOrganization
  readonly beta: OwnedOrganization
  readonly as: (who: CallerName) => BillingCalls
  /** Runs the acts one after the other as a caller, and answers their outcomes. */
  readonly outcomes: (
    acts: Acts,
    who: CallerName,
    organizationId: string | undefined,
  ) => Promise<Readonly<Record<string, string>>>
}

type Act = (calls: BillingCalls, organizationId: string | undefined) => Promise<BillingAnswer>

export type Acts = Readonly<Record<string, Act>>

interface Rights {
  readonly all: readonly Scope[]
  readonly reading: readonly Scope[]
  /** Scopes that don't allow any of the tested acts. */
  readonly other: readonly Scope[]
}

type Site = Parameters<typeof createOrganization>[0] & Parameters<typeof newBackend>[0]

/** Created once, before the tests of the file. */
export function createTestCallers(server: { readonly current: Site }, rights: Rights): TestCallers {
  let created: Awaited<ReturnType<typeof createCallers>> | undefined
  beforeAll(async () => {
    created = await createCallers(server.current, rights)
  })
  const current = () => {
    assert(created !== undefined, 'the callers exist once the tests run')
    return created
  }
  const as = (who: CallerName): BillingCalls => current().calls[who]
  return {
    get acme() {
      return current().acme
    },
    get beta() {
      return current().beta
    },
    as,
    outcomes: async (acts, who, organizationId) => {
      const outcomes: Record<string, string> = {}
      for (const [name, act] of Object.entries(acts)) {
        outcomes[name] = briefOf(await act(as(who), organizationId))
      }
      return outcomes
    },
  }
}

async function createCallers(site: Site, { all, reading, other }: Rights) {
  const acme = await createOrganization(site)
  const beta = await createOrganization(site)
  const tokenOf = async (organization: OwnedOrganization, scopes: readonly Scope[]) =>
    await newBackend(site, organization, scopes)
  const calls: Readonly<Record<CallerName, BillingCalls>> = {
    backend: await tokenOf(acme, all),
    'read-only backend': await tokenOf(acme, reading),
    'backend without the scope': await tokenOf(acme, other),
    'backend of a stranger': await tokenOf(beta, all),
    owner: inDashboard(site, acme.owner),
    admin: inDashboard(site, await newMember(site, acme, 'admin')),
    member: inDashboard(site, await newMember(site, acme, 'member')),
    stranger: inDashboard(site, await newPerson(site)),
    anonymous: withNothing(site),
  }
  return { acme, beta, calls }
}

/** One expected outcome for each act. */
export const eachOf = (acts: Acts, outcome: (name: string) => string): Record<string, string> =>
  Object.fromEntries(Object.keys(acts).map((name) => [name, outcome(name)]))

export const inQuery = (organizationId: string | undefined): string =>
  organizationId === undefined ? '' : `?organization_id=${organizationId}`
