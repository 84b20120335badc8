import type { Operation } from '@guildhall/contract/operation'
import { scopes } from '@guildhall/contract/organizations/scopes'
import { refusals } from '@guildhall/contract/refusals'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newCheckout } from '../../test/checkouts.ts'
import { connectedServer } from '../../test/connections.ts'
import { contractOperations, operationLine } from '../../test/contract-operations.ts'
import { testDatabase } from '../../test/database.ts'
import { createOrganization, type OwnedOrganization } from '../../test/owned-organization.ts'
import { newPerson, type Person } from '../../test/people.ts'
import {
  type CallerName,
  type Callers,
  type Credentials,
  callerNames,
  customerSession,
  newCallers,
  probeServerKey,
  purchaseSession,
  sessionOf,
} from '../../test/probes/callers.ts'
import { isAdmitted, isForPersons, refusalAt } from '../../test/probes/doors.ts'
import { type ProbeAnswer, type ProbeRequest, sendProbe } from '../../test/probes/send.ts'
import {
  malformedRequests,
  strangeBodies,
  strangeIds,
  strangeQueries,
  unknownField,
} from '../../test/probes/shapes.ts'
import {
  newVictims,
  privateTexts,
  requestAgainst,
  stateOf,
  type Victims,
} from '../../test/probes/victims.ts'
import { newProduct } from '../../test/products.ts'
import { newAccessToken, newBackend } from '../../test/sellers.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { makePayLink } from '../domains/subscriptions/actions/pay-link.ts'
import { newId } from '../platform/ids.ts'

const operations = await contractOperations()
const lines = operations.map((one) => [operationLine(one), one] as const)

const db = testDatabase()
const server = connectedServer(db, { GUILDHALL_SERVER_KEYS: probeServerKey })

/** On the same database: its users buy from the others, who gain customers by it. */
let shop: TestServer | undefined
let operator: Person
let victims: Victims
let others: OwnedOrganization
let othersToken: Credentials
let callers: Callers
let leavingBuyer: Credentials
let checkoutSecret: string

beforeAll(async () => {
  const site = server.current
  // The first user of a new server becomes its operator.
  operator = await newPerson(site)
  victims = await newVictims(site, db.ownerUrl)
  others = await createOrganization(site)
  shop = await startTestServer(db, { GUILDHALL_SELLER_ID: others.id })
  const { token } = await newAccessToken(site, others, scopes)
  othersToken = { authorization: `Bearer ${token}` }
  const backend = await newBackend(site, others, scopes)
  checkoutSecret = (await newCheckout(backend, [await newProduct(backend)])).client_secret
  callers = await newCallers(site, victims, others)
  leavingBuyer = await purchaseSession(site, victims)
})

afterAll(() => shop?.stop())

const send = (operation: Operation, request: ProbeRequest): Promise<ProbeAnswer> =>
  sendProbe(isOfShop(operation) ? (shop ?? server.current) : server.current, operation, request)

const isOfShop = ({ refuses }: Operation) => refuses.includes('users_have_no_seller')

/** A request of the caller that names objects of the victims. */
function aim(operation: Operation, credentials: Credentials): Promise<ProbeAnswer> {
  const { params, query, body } = requestAgainst(victims, operation)
  return send(operation, {
    credentials,
    params,
    query,
    ...(operation.body !== undefined && bodyOf(operation, body)),
  })
}

const bodyOf = (
  { accepts }: Operation,
  body: object,
): Pick<ProbeRequest, 'body' | 'contentType'> =>
  accepts === 'form'
    ? { body: 'state=unknown', contentType: 'application/x-www-form-urlencoded' }
    : { body: JSON.stringify(body) }

describe('credentials of another kind are refused as declared', () => {
  const refusedAt = (operation: Operation) =>
    callerNames.filter((caller) => !isAdmitted(operation, caller))
  const guarded = lines.filter(([, operation]) => refusedAt(operation).length > 0)

  it.each(guarded)('%s', async (_line, operation) => {
    for (const caller of refusedAt(operation)) {
      const answer = await aim(operation, callers[caller])
      const { status, message, error } = refusals[refusalAt(operation, caller)]
      expect(`${caller} ${answer.status} ${answer.text}`).toContain(`${caller} ${status} {`)
      expect(answer.text).toContain(operation.wire === 'billing' ? error : message)
    }
  })

  it('wherever the operation is not for anyone', () => {
    const open = lines.filter((line) => !guarded.includes(line))
    expect(open.filter(([, { for: audience }]) => audience !== 'anyone')).toEqual([])
    expect(guarded.length).toBeGreaterThan(180)
  })
})

describe('accepted credentials reach nothing of others', () => {
  let before: Awaited<ReturnType<typeof stateOf>>

  beforeAll(async () => {
    await server.current.settle()
    before = await stateOf(db.ownerUrl, victims)
  })

  // The key of the application's own backend may do everything, and the weak token is the victims'
  // own: it may read their metrics.
  const strangers = callerNames.filter((caller) => caller !== 'serverKey' && caller !== 'weakToken')

  it.each(lines)('%s', async (_line, operation) => {
    const sent = JSON.stringify(requestAgainst(victims, operation))
    for (const caller of strangers.filter((one) => isAdmitted(operation, one))) {
      const answer = await aim(operation, await freshCredentials(caller, operation))
      expect(answer.status, `${caller}: ${answer.text}`).toBeLessThan(500)
      expect(isSignedOut(operation, answer), `${caller}: ${answer.text}`).toBe(false)
      const shown = privateTexts(victims).filter((text) => answer.text.includes(text))
      // Addresses that were typed are repeated, as is the rest by refusals.
      const isKnown = (text: string) =>
        (sent.includes(text) && (answer.status >= 400 || text.includes('@'))) ||
        (caller === 'buyer' && text === victims.customer.email)
      expect([caller, ...shown.filter((text) => !isKnown(text))]).toEqual([caller])
    }
  })

  it('and change nothing of others', async () => {
    await server.current.settle()
    expect(await stateOf(db.ownerUrl, victims)).toEqual(before)
  })
})

/** Such a probe would show nothing. On the wire of accounts, wrong input is answered 401 as well. */
const isSignedOut = ({ wire }: Operation, { status }: ProbeAnswer): boolean =>
  wire === 'billing' && status === 401

/** Of a new user each time, because some operations end the session or the account. */
const newSession = async (): Promise<Credentials> =>
  sessionOf(server.current, await newPerson(server.current))

const isSignOut = ({ method, path }: Operation): boolean =>
  method === 'DELETE' && path === '/v1/customer-portal/customer-session'

/** Credentials of the caller that no other probe can have ended. */
function freshCredentials(
  caller: CallerName,
  operation: Operation,
): Promise<Credentials> | Credentials {
  if (caller === 'stranger') return newSession()
  if (caller === 'otherCustomer') return customerSession(victims)
  return caller === 'buyer' && isSignOut(operation) ? leavingBuyer : callers[caller]
}

/** Credentials with which the operation reads its input. */
function acceptedBy(operation: Operation): Promise<Credentials> | Credentials {
  switch (operation.for) {
    case 'session':
    case 'freshSession':
    case 'sessionOrServerKey':
      return newSession()
    case 'operator':
      return sessionOf(server.current, operator)
    case 'seller':
      return isForPersons(operation) ? sessionOf(server.current, others.owner) : othersToken
    case 'serverKey':
      return callers.serverKey
    case 'customer':
    case 'customerOrBuyer':
      return customerSession(victims)
    case 'anyone':
    case 'clientSecret':
    case 'payLink':
    case 'download':
      return {}
  }
}

/** The link opens no order, but is a genuine one. */
const toOwnCheckout = () => ({
  clientSecret: checkoutSecret,
  linkSecret: linkSecret(),
})

function linkSecret(): string {
  const { clock, keyring, config } = server.current
  const key = { organizationId: newId('organization'), id: newId('order') }
  return makePayLink({ clock, keyring, config }, key).split('/pay/')[1] ?? ''
}

describe('a malformed body is refused as declared', () => {
  const writes = lines.filter(([, one]) => one.method !== 'GET' && one.streamsBody !== true)

  it.each(writes)('%s', async (_line, operation) => {
    const credentials = await acceptedBy(operation)
    for (const { fault, statuses, ...request } of malformedRequests(operation)) {
      const answer = await send(operation, { credentials, params: toOwnCheckout(), ...request })
      expect(statuses, `${fault}: ${answer.status} ${answer.text}`).toContain(answer.status)
    }
  })
})

describe('strange input never fails the server', () => {
  const withBody = lines.filter(([, { body, accepts }]) => body !== undefined && accepts !== 'form')

  it.each(withBody)('%s: bodies', async (_line, operation) => {
    for (const body of strangeBodies) {
      const credentials = await acceptedBy(operation)
      const answer = await send(operation, { credentials, params: toOwnCheckout(), body })
      expect(answer.status, `${body}: ${answer.text}`).toBeLessThan(500)
    }
  })

  it.each(withBody.filter(([, { wire }]) => wire === 'billing'))(
    '%s: an unknown field is named',
    async (_line, operation) => {
      const credentials = await acceptedBy(operation)
      const body = JSON.stringify({ [unknownField]: true })
      const answer = await send(operation, { credentials, params: toOwnCheckout(), body })
      expect(answer.status).toBe(422)
      expect(answer.text).toContain(unknownField)
    },
  )

  const withParameters = lines.filter(([, { path }]) => path.includes(':'))

  it.each(withParameters)('%s: ids', async (_line, operation) => {
    for (const id of strangeIds) {
      const names = [...operation.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, id])
      const answer = await send(operation, {
        credentials: await acceptedBy(operation),
        params: Object.fromEntries(names),
        ...(operation.body !== undefined && bodyOf(operation, {})),
      })
      const isDeclared = answer.status < 500 && (answer.status < 200 || answer.status >= 300)
      expect(isDeclared, `${id}: ${answer.status} ${answer.text}`).toBe(true)
    }
  })

  const reads = lines.filter(([, { method, query }]) => method === 'GET' && query !== undefined)

  it.each(reads)('%s: queries', async (_line, operation) => {
    for (const query of strangeQueries) {
      const credentials = await acceptedBy(operation)
      const answer = await send(operation, { credentials, query })
      expect(answer.status, `${JSON.stringify(query)}: ${answer.text}`).toBeLessThan(500)
    }
  })
})
