import type { Endpoint } from '@guildhall/contract/endpoint'
import { organizationRoles } from '@guildhall/contract/organizations/roles'
import {
  isPersonRight,
  isSellerRight,
  memberRightOf,
  type SellerRight,
  scopeAllows,
  scopes,
} from '@guildhall/contract/organizations/scopes'
import { type RefusalCode, refusals } from '@guildhall/contract/refusals'
import { beforeAll, describe, expect, it } from 'vitest'
import { assert } from '../../src/kernel/assert.ts'
import { connectedServer } from '../connections.ts'
import { contractEndpoints, endpointLine } from '../contract-endpoints.ts'
import { testDatabase } from '../database.ts'
import { eventsOf, type Founded, found, newMember } from '../founding.ts'
import {
  type BillingAnswer,
  type BillingCalls,
  briefOf,
  inDashboard,
  newBackend,
  withNothing,
} from '../sellers.ts'
import { type Belongings, furnish } from './belongings.ts'
import { doorFaults } from './door-laws.ts'
import { type Door, doors } from './doors.ts'
import { idPlaces } from './id-places.ts'
import { knock, placedIn, placeOf, requestAt } from './knock.ts'

const endpoints = (await contractEndpoints()).filter(({ for: audience }) => audience === 'seller')

it('there is a door for each endpoint for sellers', () => {
  expect(doorFaults(endpoints, doors)).toEqual([])
  expect(endpoints.length).toBeGreaterThan(20)
})

const db = testDatabase()
const server = connectedServer(db)

interface Side {
  readonly organization: Founded
  readonly backend: BillingCalls
  readonly owner: BillingCalls
  readonly has: Belongings
}

let ours: Side
let theirs: Side
let member: BillingCalls
let newsBefore: string[]
const narrow = new Map<SellerRight, BillingCalls>()

beforeAll(async () => {
  ours = await newSide()
  theirs = await newSide()
  for (const [, { right }] of cases) await makeNarrowToken(right)
  newsBefore = await newsOf(ours)
  member = inDashboard(server.current, await newMember(server.current, ours.organization, 'member'))
})

async function newSide(): Promise<Side> {
  const site = server.current
  const organization = await found(site)
  const backend = await newBackend(site, organization, scopes)
  const has = await furnish(site, organization, backend)
  return { organization, backend, owner: inDashboard(site, organization.owner), has }
}

const newsOf = async ({ organization }: Side): Promise<string[]> =>
  (await eventsOf(server.current, organization)).map(({ name }) => name)

/** With every scope that doesn’t stand for the right. */
async function makeNarrowToken(right: SellerRight): Promise<void> {
  if (narrow.has(right)) return
  const others = scopes.filter((scope) => isPersonRight(right) || !scopeAllows([scope], right))
  narrow.set(right, await newBackend(server.current, ours.organization, others))
}

function tokenWithout(right: SellerRight): BillingCalls {
  const calls = narrow.get(right)
  assert(calls !== undefined, 'there is a token without each right')
  return calls
}

interface Case {
  readonly endpoint: Endpoint
  readonly door: Door
  readonly right: SellerRight
}

function caseOf(endpoint: Endpoint): [string, Case] {
  const { name, may } = endpoint
  assert(may !== undefined && isSellerRight(may), `${name} says what a seller must be allowed`)
  return [endpointLine(endpoint), { endpoint, door: doors[name] ?? {}, right: may }]
}

const cases = endpoints.map(caseOf)
/** Where it’s said whose it is: in the path, the query or the body. */
const somebodys = cases.filter(
  ([, { endpoint }]) => endpoint.params !== undefined || placeOf(endpoint) !== null,
)

const briefOfRefusal = (code: RefusalCode): string =>
  `${refusals[code].status} ${refusals[code].error}`

const notFound = briefOfRefusal('not_found')

/** The case as Acme itself would have it, in what is Acme’s. */
const ownRequest = ({ endpoint, door }: Case, { has }: Side) =>
  placedIn(endpoint, requestAt(door, has, has), has.organization)

describe('without credentials nobody gets in', () => {
  it.each(cases)('%s', async (_line, one) => {
    const { endpoint } = one
    const answer = await knock(withNothing(server.current), endpoint, ownRequest(one, ours))
    expect(briefOf(answer)).toBe(briefOfRefusal(endpoint.refusesStrangersAs ?? 'unauthorized'))
  })
})

describe('a token of the organization that lacks the scope doesn’t get in', () => {
  it.each(cases)('%s', async (_line, one) => {
    const { endpoint, right } = one
    const answer = await knock(tokenWithout(right), endpoint, ownRequest(one, ours))
    const usual = isPersonRight(right) ? 'person_required' : 'insufficient_scope'
    expect(briefOf(answer)).toBe(briefOfRefusal(endpoint.refusesUnpermittedAs ?? usual))
  })
})

describe('a member whose role lacks the right doesn’t get in', () => {
  const closed = somebodys.filter(([, { right }]) => !isAllowedToMembers(right))

  it.each(closed)('%s', async (_line, one) => {
    const { endpoint } = one
    const answer = await knock(member, endpoint, ownRequest(one, ours))
    const refusal = endpoint.refusesUnpermittedAs ?? 'insufficient_role'
    expect(briefOf(answer)).toBe(briefOfRefusal(refusal))
  })

  // Whoever may look at an order gets its invoice, so they may have it made ahead as well. A preview
  // changes nothing.
  const forReaders = ['generateOrderInvoice', 'previewSubscriptionChange']

  it('and that is the case of whatever changes something', () => {
    const writes = somebodys.filter(
      ([, { endpoint }]) => endpoint.method !== 'GET' && !forReaders.includes(endpoint.name),
    )
    expect(closed.map(([line]) => line)).toEqual(
      expect.arrayContaining(writes.map(([line]) => line)),
    )
  })
})

function isAllowedToMembers(right: SellerRight): boolean {
  const needed = memberRightOf(right)
  if (needed === null) return true
  const granted: Readonly<Record<string, readonly string[]>> = organizationRoles.member
  return granted[needed[0]]?.includes(needed[1]) === true
}

/** What strangers are told who name our organization, and our ids. */
function closedAs(endpoint: Endpoint): string {
  const place = placeOf(endpoint)
  if (place === 'body') return '422 RequestValidationError body.organization_id'
  const isList = endpoint.params === undefined && !endpoint.refuses.includes('not_found')
  return isList ? '200' : notFound
}

const strangersTo = ({ right }: Case): readonly BillingCalls[] =>
  isPersonRight(right) ? [theirs.owner] : [theirs.owner, theirs.backend]

/** What is in the lists of an answer, where it isn’t a refusal. */
const listedIn = ({ status, body }: BillingAnswer): unknown[] =>
  status < 400
    ? Object.values(body ?? {}).flatMap((value) => (Array.isArray(value) ? value : []))
    : []

describe('a stranger finds nothing', () => {
  it.each(somebodys)('%s', async (_line, one) => {
    const { endpoint, door } = one
    const request = requestAt(door, ours.has, theirs.has)
    for (const stranger of strangersTo(one)) {
      const asked = placedIn(endpoint, request, ours.has.organization)
      const answer = await knock(stranger, endpoint, asked)
      expect(briefOf(answer)).toBe(closedAs(endpoint))
      expect(listedIn(answer)).toEqual([])
    }
  })

  const namedInQuery = cases.filter(
    ([, { endpoint }]) => endpoint.params !== undefined && placeOf(endpoint) === 'query',
  )

  it.each(namedInQuery)('%s, looking at home', async (_line, one) => {
    const { endpoint, door } = one
    const asked = requestAt(door, ours.has, theirs.has)
    for (const stranger of strangersTo(one)) {
      const answer = await knock(
        stranger,
        endpoint,
        placedIn(endpoint, asked, theirs.has.organization),
      )
      expect(briefOf(answer)).toBe(notFound)
    }
  })
})

/** As what it’s for is done: by a person where only persons may, and else by a backend. */
const callerOf = ({ right }: Case, { owner, backend }: Side): BillingCalls =>
  isPersonRight(right) ? owner : backend

const idsOf = ({ has }: Side): string[] =>
  Object.values<unknown>({ ...has }).filter((value) => typeof value === 'string')

const leaks = (text: string): string[] => idsOf(ours).filter((id) => text.includes(id))

describe('a stranger at home sees nothing of ours', () => {
  const atHome = cases.filter(([, { endpoint }]) => endpoint.params === undefined)

  it.each(atHome)('%s', async (_line, one) => {
    const { endpoint } = one
    const caller = callerOf(one, theirs)
    const asked = ownRequest(one, theirs)
    const answer = await knock(caller, endpoint, asked)
    expect(briefOf(answer)).toBe(outcomeOf(one))
    expect(leaks(answer.text)).toEqual([])
    for (const place of idPlaces(endpoint.query)) {
      const field = place.replace(/\.\*$/, '')
      if (field === 'organization_id') continue
      for (const id of idsOf(ours).filter((one) => uuid.test(one))) {
        const query = { ...asked.query, [field]: id }
        expect((await knock(caller, endpoint, { ...asked, query })).body).toMatchObject({
          items: [],
        })
      }
    }
  })
})

const uuid = /^[0-9a-f-]{36}$/

const outcomeOf = ({ endpoint, door }: Case): string => door.outcome ?? String(endpoint.status)

describe('what a body names must be of the same organization', () => {
  const named = cases.flatMap(([line, one]) =>
    Object.entries(one.door.references ?? {}).map(
      ([place, requestWith]) => [`${line} ${place}`, { ...one, place, requestWith }] as const,
    ),
  )

  it.each(named)('%s', async (_line, one) => {
    const { endpoint, door, place, requestWith } = one
    const ask = (others: Side) => {
      const request = {
        ...requestAt(door, theirs.has, theirs.has),
        ...requestWith(theirs.has, others.has),
      }
      return knock(
        callerOf(one, theirs),
        endpoint,
        placedIn(endpoint, request, theirs.has.organization),
      )
    }
    const loc = `body\\.${place.replaceAll('.', '\\.').replaceAll('*', '\\d+')}`
    const refused = briefOf(await ask(ours))
    expect(refused).toMatch(new RegExp(`^422 RequestValidationError ${loc}$`))
    expect(briefOf(await ask(theirs))).toBe(String(endpoint.status))
  })
})

it('of all this nothing happened to the organization', async () => {
  expect(await newsOf(ours)).toEqual(newsBefore)
  expect((await newsOf(theirs)).length).toBeGreaterThan(newsBefore.length)
})

describe('its own people and backends get in', () => {
  const methods = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']
  const inOrder = cases.toSorted(
    ([, one], [, other]) =>
      methods.indexOf(one.endpoint.method) - methods.indexOf(other.endpoint.method),
  )

  it.each(inOrder)('%s', async (_line, one) => {
    const answer = await knock(callerOf(one, ours), one.endpoint, ownRequest(one, ours))
    expect(briefOf(answer)).toBe(outcomeOf(one))
  })
})
