import type { Operation } from '@guildhall/contract/operation'
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
import { isAudited } from '../../src/domains/audit/rules/audited-operations.ts'
import { assert } from '../../src/kernel/assert.ts'
import { connectedServer } from '../connections.ts'
import { contractOperations, operationLine } from '../contract-operations.ts'
import { testDatabase } from '../database.ts'
import {
  createOrganization,
  eventsOf,
  newMember,
  type OwnedOrganization,
} from '../owned-organization.ts'
import { inAnotherBrowser } from '../people.ts'
import {
  type BillingAnswer,
  type BillingCalls,
  briefOf,
  inDashboard,
  newBackend,
  withNothing,
} from '../sellers.ts'
import { caseFaults } from './case-faults.ts'
import { idFields } from './id-fields.ts'
import { inOrganization, organizationField, probe, requestAt } from './probe.ts'
import type { TenancyCase } from './tenancy-case.ts'
import { tenancyCases } from './tenancy-cases.ts'
import { createTenantObjects, type TenantObjects } from './tenant-objects.ts'

const operations = (await contractOperations()).filter(({ for: audience }) => audience === 'seller')

it('every operation for sellers has a tenancy case', () => {
  expect(caseFaults(operations, tenancyCases)).toEqual([])
  expect(operations.length).toBeGreaterThan(20)
})

const db = testDatabase()
const server = connectedServer(db)

interface Side {
  readonly organization: OwnedOrganization
  readonly backend: BillingCalls
  readonly owner: BillingCalls
  readonly objects: TenantObjects
}

let ours: Side
let theirs: Side
let member: BillingCalls
/** Our owner, in whose session no organization is active. */
let unplaced: BillingCalls
/** Another organization, for calls in the dashboard. */
let dashboards: Side
let admin: BillingCalls
let eventsBefore: string[]
const narrow = new Map<SellerRight, BillingCalls>()
const single = new Map<SellerRight, BillingCalls>()

beforeAll(async () => {
  const site = server.current
  ours = await newSide()
  theirs = await newSide()
  dashboards = await newSide()
  for (const [, { right }] of cases) await makeNarrowToken(right)
  for (const scope of scopes) {
    single.set(scope, await newBackend(site, ours.organization, [scope]))
  }
  eventsBefore = await eventNamesOf(ours)
  unplaced = inDashboard(site, await inAnotherBrowser(site, ours.organization.owner))
  member = inDashboard(site, await newMember(site, ours.organization, 'member'))
  admin = inDashboard(site, await newMember(site, dashboards.organization, 'admin'))
})

async function newSide(): Promise<Side> {
  const site = server.current
  const organization = await createOrganization(site)
  const backend = await newBackend(site, organization, scopes)
  const objects = await createTenantObjects(site, organization, backend)
  return { organization, backend, owner: inDashboard(site, organization.owner), objects }
}

const eventNamesOf = async ({ organization }: Side): Promise<string[]> =>
  (await eventsOf(server.current, organization)).map(({ name }) => name)

/** With every scope that doesn’t include the right. */
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
  readonly operation: Operation
  readonly tenancyCase: TenancyCase
  readonly right: SellerRight
}

function caseOf(operation: Operation): [string, Case] {
  const { name, may } = operation
  assert(may !== undefined && isSellerRight(may), `${name} declares the right that it requires`)
  return [
    operationLine(operation),
    { operation, tenancyCase: tenancyCases[name] ?? {}, right: may },
  ]
}

const cases = operations.map(caseOf)
/** Cases whose request names an organization or an object of one. */
const namedCases = cases.filter(
  ([, { operation }]) => operation.params !== undefined || organizationField(operation) !== null,
)

const briefOfRefusal = (code: RefusalCode): string =>
  `${refusals[code].status} ${refusals[code].error}`

const notFound = briefOfRefusal('not_found')

/** The request of a case with the side’s own objects. */
const ownRequest = ({ operation, tenancyCase }: Case, { objects }: Side) =>
  inOrganization(operation, requestAt(tenancyCase, objects, objects), objects.organization)

describe('a call without credentials is refused', () => {
  it.each(cases)('%s', async (_line, one) => {
    const { operation } = one
    const answer = await probe(withNothing(server.current), operation, ownRequest(one, ours))
    expect(briefOf(answer)).toBe(
      briefOfRefusal(operation.refusesUnauthenticatedAs ?? 'unauthorized'),
    )
  })
})

describe('a token without the scope is refused', () => {
  it.each(cases)('%s', async (_line, one) => {
    const { operation, right } = one
    const answer = await probe(tokenWithout(right), operation, ownRequest(one, ours))
    const usual = isPersonRight(right) ? 'person_required' : 'insufficient_scope'
    expect(briefOf(answer)).toBe(briefOfRefusal(operation.refusesUnpermittedAs ?? usual))
  })
})

describe('a member whose role lacks the right is refused', () => {
  const closed = namedCases.filter(([, { right }]) => !isAllowedTo('member', right))

  it.each(closed)('%s', async (_line, one) => {
    const { operation } = one
    const answer = await probe(member, operation, ownRequest(one, ours))
    const refusal = operation.refusesUnpermittedAs ?? 'insufficient_role'
    expect(briefOf(answer)).toBe(briefOfRefusal(refusal))
  })

  // Members who may read an order may also have its invoice generated. A preview or a check changes nothing.
  const forReaders = [
    'generateOrderInvoice',
    'previewSubscriptionChange',
    'previewProductBenefits',
    'previewMeter',
    'previewUsagePrice',
    'checkUsage',
    // What belongs to the member alone.
    ...operations.filter(({ may }) => may === 'saved_views:write').map(({ name }) => name),
  ]

  it('members are refused every operation that changes something', () => {
    const writes = namedCases.filter(
      ([, { operation }]) => operation.method !== 'GET' && !forReaders.includes(operation.name),
    )
    expect(closed.map(([line]) => line)).toEqual(
      expect.arrayContaining(writes.map(([line]) => line)),
    )
  })
})

function isAllowedTo(role: keyof typeof organizationRoles, right: SellerRight): boolean {
  const needed = memberRightOf(right)
  if (needed === null) return true
  const granted: Readonly<Record<string, readonly string[]>> = organizationRoles[role]
  return granted[needed[0]]?.includes(needed[1]) === true
}

/** The response to another tenant that names our organization and our ids. */
function refusalForStranger(operation: Operation): string {
  const place = organizationField(operation)
  if (place === 'body') return '422 RequestValidationError body.organization_id'
  const isList = operation.params === undefined && !operation.refuses.includes('not_found')
  return isList ? '200' : notFound
}

const strangersTo = ({ right }: Case): readonly BillingCalls[] =>
  isPersonRight(right) ? [theirs.owner] : [theirs.owner, theirs.backend]

/** The items of the lists in an answer. */
const listedItems = ({ status, body }: BillingAnswer): unknown[] =>
  status < 400
    ? Object.values(body ?? {}).flatMap((value) => (Array.isArray(value) ? value : []))
    : []

describe('another tenant does not find our objects', () => {
  it.each(namedCases)('%s', async (_line, one) => {
    const { operation, tenancyCase } = one
    const request = requestAt(tenancyCase, ours.objects, theirs.objects)
    for (const stranger of strangersTo(one)) {
      const named = inOrganization(operation, request, ours.objects.organization)
      const answer = await probe(stranger, operation, named)
      expect(briefOf(answer)).toBe(refusalForStranger(operation))
      expect(listedItems(answer)).toEqual([])
    }
  })

  const namedInQuery = cases.filter(
    ([, { operation }]) =>
      operation.params !== undefined && organizationField(operation) === 'query',
  )

  it.each(namedInQuery)('%s, in its own organization', async (_line, one) => {
    const { operation, tenancyCase } = one
    const request = requestAt(tenancyCase, ours.objects, theirs.objects)
    for (const stranger of strangersTo(one)) {
      const answer = await probe(
        stranger,
        operation,
        inOrganization(operation, request, theirs.objects.organization),
      )
      expect(briefOf(answer)).toBe(notFound)
    }
  })
})

/** The owner where only persons may call, else a backend. */
const callerOf = ({ right }: Case, { owner, backend }: Side): BillingCalls =>
  isPersonRight(right) ? owner : backend

const idsOf = ({ objects }: Side): string[] =>
  Object.values<unknown>({ ...objects }).filter((value) => typeof value === 'string')

const leaks = (text: string): string[] => idsOf(ours).filter((id) => text.includes(id))

describe('another tenant sees none of our objects in its own organization', () => {
  const withoutParams = cases.filter(([, { operation }]) => operation.params === undefined)

  it.each(withoutParams)('%s', async (_line, one) => {
    const { operation } = one
    const caller = callerOf(one, theirs)
    const request = ownRequest(one, theirs)
    const answer = await probe(caller, operation, request)
    expect(briefOf(answer)).toBe(outcomeOf(one))
    expect(leaks(answer.text)).toEqual([])
    for (const place of idFields(operation.query)) {
      const field = place.replace(/\.\*$/, '')
      if (field === 'organization_id') continue
      for (const id of idsOf(ours).filter((text) => uuid.test(text))) {
        const query = { ...request.query, [field]: id }
        const { body, text } = await probe(caller, operation, { ...request, query })
        // Of a file only the header is left.
        const found = body ?? { items: text.trim().split('\n').slice(1) }
        expect(found).toMatchObject(one.tenancyCase.nothing ?? { items: [] })
      }
    }
  })
})

const uuid = /^[0-9a-f-]{36}$/

const outcomeOf = ({ operation, tenancyCase }: Case): string =>
  tenancyCase.outcome ?? String(operation.status)

describe('ids in a body must be of the same organization', () => {
  const named = cases.flatMap(([line, one]) =>
    Object.entries(one.tenancyCase.references ?? {}).map(
      ([place, requestWith]) => [`${line} ${place}`, { ...one, place, requestWith }] as const,
    ),
  )

  it.each(named)('%s', async (_line, one) => {
    const { operation, tenancyCase, place, requestWith } = one
    const ask = (others: Side) => {
      const request = {
        ...requestAt(tenancyCase, theirs.objects, theirs.objects),
        ...requestWith(theirs.objects, others.objects),
      }
      return probe(
        callerOf(one, theirs),
        operation,
        inOrganization(operation, request, theirs.objects.organization),
      )
    }
    const loc = `body\\.${place.replaceAll('.', '\\.').replaceAll('*', '\\d+')}`
    const refused = briefOf(await ask(ours))
    expect(refused).toMatch(
      new RegExp(`^${tenancyCase.foreign ?? `422 RequestValidationError ${loc}`}$`),
    )
    expect(briefOf(await ask(theirs))).toBe(String(operation.status))
  })
})

it('none of these calls recorded an event in the organization', async () => {
  expect(await eventNamesOf(ours)).toEqual(eventsBefore)
  expect((await eventNamesOf(theirs)).length).toBeGreaterThan(eventsBefore.length)
})

describe('a member reads what the role allows', () => {
  const open = namedCases.filter(
    ([, { operation, right }]) => operation.method === 'GET' && isAllowedTo('member', right),
  )

  it.each(open)('%s', async (_line, one) => {
    const answer = await probe(member, one.operation, ownRequest(one, ours))
    expect(briefOf(answer)).toBe(outcomeOf(one))
  })
})

describe('a member must name one organization where none is active', () => {
  const placed = cases.filter(([, { operation }]) => organizationField(operation) !== null)
  const missing = ({ operation }: Case) =>
    `422 RequestValidationError ${organizationField(operation)}.organization_id`

  it.each(placed)('%s', async (_line, one) => {
    const request = requestAt(one.tenancyCase, ours.objects, ours.objects)
    expect(briefOf(await probe(unplaced, one.operation, request))).toBe(missing(one))
  })

  const inQuery = placed.filter(([, { operation }]) => organizationField(operation) === 'query')

  it.each(inQuery)('%s, not two', async (_line, one) => {
    const { operation, tenancyCase } = one
    const two = [ours, theirs].map(({ organization }) => `organization_id=${organization.id}`)
    const doubled: Operation = { ...operation, path: `${operation.path}?${two.join('&')}` }
    const answer = await probe(
      ours.owner,
      doubled,
      requestAt(tenancyCase, ours.objects, ours.objects),
    )
    expect(briefOf(answer)).toBe(missing(one))
  })
})

const methods = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']
/** Deletions come last, because the others need the objects, and parts go before the whole. */
const inOrder = cases.toSorted(
  ([, one], [, other]) =>
    methods.indexOf(one.operation.method) - methods.indexOf(other.operation.method) ||
    depthOfDeleted(other.operation) - depthOfDeleted(one.operation),
)

function depthOfDeleted({ method, path }: Operation): number {
  return method === 'DELETE' ? path.split('/').length : 0
}

describe('a token with only the required scope succeeds, or the owner where no scope suffices', () => {
  it.each(inOrder)('%s', async (_line, one) => {
    const caller = single.get(one.right) ?? ours.owner
    const answer = await probe(caller, one.operation, ownRequest(one, ours))
    expect(briefOf(answer)).toBe(outcomeOf(one))
  })
})

describe('an admin succeeds in the dashboard, or the owner where admins have no right', () => {
  it.each(inOrder)('%s', async (_line, one) => {
    const { isOwners = false } = one.tenancyCase
    const caller = !isOwners && isAllowedTo('admin', one.right) ? admin : dashboards.owner
    const answer = await probe(caller, one.operation, ownRequest(one, dashboards))
    expect(briefOf(answer)).toBe(outcomeOf(one))
  })
})

it('every operation that changed something is in the audit log, and no other', async () => {
  // Their cases repeat what was done already.
  const repeated = ['completeUpload', 'stopTopUp']
  const done = cases
    .map(([, { operation, tenancyCase }]) => ({ operation, outcome: tenancyCase.outcome ?? '2' }))
    .filter(({ operation, outcome }) => isAudited(operation) && outcome.startsWith('2'))
    .map(({ operation }) => operation.name)
    .filter((name) => !repeated.includes(name))
    // Creates one of the objects.
    .concat('gitHubCallback')
  const { rows } = await server.current.database.pool.query<{ action: string }>(
    'select distinct action from audit_log_entry',
  )
  const logged = rows.map(({ action }) => action)
  const ofSellers = operations.map(({ name }) => name)
  expect(
    logged.filter((action) => ofSellers.includes(action) && !repeated.includes(action)).toSorted(),
  ).toEqual(done.toSorted())
  expect(done.length).toBeGreaterThan(60)
})
