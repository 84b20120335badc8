import type { Scope } from '@guildhall/contract/organizations/scopes'
import { beforeAll } from 'vitest'
import { assert } from '../src/kernel/assert.ts'
import { type Founded, found, newMember } from './founding.ts'
import { newPerson } from './people.ts'
import {
  type BillingAnswer,
  type BillingCalls,
  briefOf,
  inDashboard,
  newBackend,
  withNothing,
} from './sellers.ts'

export type Neighbour =
  | 'backend'
  | 'reading backend'
  | 'backend of other rights'
  | 'stranger’s backend'
  | 'owner'
  | 'admin'
  | 'member'
  | 'stranger'
  | 'nobody'

/** Two organizations side by side, and everybody who may knock at what the first one has. */
export interface Neighbours {
  readonly acme: Founded
  readonly beta: Founded
  readonly as: (who: Neighbour) => BillingCalls
  /** What each act comes to for somebody, one after the other. */
  readonly outcomes: (
    acts: Acts,
    who: Neighbour,
    organizationId: string | undefined,
  ) => Promise<Readonly<Record<string, string>>>
}

type Act = (calls: BillingCalls, organizationId: string | undefined) => Promise<BillingAnswer>

export type Acts = Readonly<Record<string, Act>>

interface Rights {
  readonly all: readonly Scope[]
  readonly reading: readonly Scope[]
  /** None of them matters here. */
  readonly other: readonly Scope[]
}

type Site = Parameters<typeof found>[0] & Parameters<typeof newBackend>[0]

/** Founded once, before the tests of the file that asks for them. */
export function neighbours(server: { readonly current: Site }, rights: Rights): Neighbours {
  let settled: Awaited<ReturnType<typeof settle>> | undefined
  beforeAll(async () => {
    settled = await settle(server.current, rights)
  })
  const known = () => {
    assert(settled !== undefined, 'they are there once the tests run')
    return settled
  }
  const as = (who: Neighbour): BillingCalls => known().calls[who]
  return {
    get acme() {
      return known().acme
    },
    get beta() {
      return known().beta
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

async function settle(site: Site, { all, reading, other }: Rights) {
  const acme = await found(site)
  const beta = await found(site)
  const tokenOf = async (organization: Founded, scopes: readonly Scope[]) =>
    await newBackend(site, organization, scopes)
  const calls: Readonly<Record<Neighbour, BillingCalls>> = {
    backend: await tokenOf(acme, all),
    'reading backend': await tokenOf(acme, reading),
    'backend of other rights': await tokenOf(acme, other),
    'stranger’s backend': await tokenOf(beta, all),
    owner: inDashboard(site, acme.owner),
    admin: inDashboard(site, await newMember(site, acme, 'admin')),
    member: inDashboard(site, await newMember(site, acme, 'member')),
    stranger: inDashboard(site, await newPerson(site)),
    nobody: withNothing(site),
  }
  return { acme, beta, calls }
}

/** The same said of every act. */
export const eachOf = (acts: Acts, say: (name: string) => string): Record<string, string> =>
  Object.fromEntries(Object.keys(acts).map((name) => [name, say(name)]))

export const inQuery = (organizationId: string | undefined): string =>
  organizationId === undefined ? '' : `?organization_id=${organizationId}`
