import type { Operation } from '@guildhall/contract/operation'
import { scopes } from '@guildhall/contract/organizations/scopes'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { connectedServer } from '../connections.ts'
import { contractOperations, operationLine } from '../contract-operations.ts'
import { createOrganization, newMember, type OwnedOrganization } from '../owned-organization.ts'
import { newPerson, type Person } from '../people.ts'
import { replicaReads } from '../replica-reads.ts'
import { replicatedDatabase } from '../replicated.ts'
import { type BillingCalls, newBackend } from '../sellers.ts'
import { runOn } from '../sql.ts'
import { testPort } from '../test-port.ts'
import { inOrganization, probe, requestAt } from './probe.ts'
import { tenancyCases } from './tenancy-cases.ts'
import { createTenantObjects, type TenantObjects } from './tenant-objects.ts'

const operations = await contractOperations()
const onReplica = operations.filter(({ reads }) => reads === 'replica')

/** Lists that the primary answers, and why. */
const onPrimary: Readonly<Record<string, readonly string[]>> = {
  'what access is decided on': [
    'listOrganizationAccessTokens',
    'listSellerOrganizations',
    'listGitHubRepositories',
    'listUserAccounts',
    'listWebhookEndpoints',
  ],
  'balances and limits': [
    'listBalanceEntries',
    'listCustomerBalanceEntries',
    'listCustomerMeters',
    'listCreditLots',
    'listCreditMovements',
    'listUsageLimits',
    'listTopUps',
  ],
  'what money is taken with, or for': ['listCustomerPaymentMethods', 'listOrderInvoices'],
  'what a customer gets': ['listDownloadsOfGrant'],
}

it('the lists and exports of sellers and operators read from the replica, with exceptions', () => {
  const lists = operations.filter(
    ({ method, name, for: audience }) =>
      method === 'GET' &&
      /^(list|export)[A-Z]/.test(name) &&
      ['seller', 'operator'].includes(audience),
  )
  const others = lists.filter(({ reads }) => reads === undefined).map(({ name }) => name)
  expect(others.sort()).toEqual(Object.values(onPrimary).flat().sort())
})

it('nothing else than reads of sellers and operators does', () => {
  const wrong = onReplica.filter(
    ({ method, for: audience }) => method !== 'GET' || !['seller', 'operator'].includes(audience),
  )
  expect(wrong).toEqual([])
  expect(onReplica.length).toBeGreaterThan(40)
})

const db = replicatedDatabase()
const metricsPort = await testPort()
const server = connectedServer(
  db,
  db.settings({ GUILDHALL_METRICS_PORT: String(metricsPort), DATABASE_REPLICA_MAX_LAG: '600' }),
)

describe('the replica answers', () => {
  let operator: Person
  let organization: OwnedOrganization
  let backend: BillingCalls
  let objects: TenantObjects

  beforeAll(async () => {
    operator = await newPerson(server.current)
    organization = await createOrganization(server.current)
    backend = await newBackend(server.current, organization, scopes)
    objects = await createTenantObjects(server.current, organization, backend)
    await server.current.settle()
    await db.caughtUp()
  })

  async function ask(operation: Operation): Promise<number> {
    if (operation.for === 'operator') {
      const query = operation.name === 'listUserActivity' ? `?userId=${operator.id}` : ''
      return (await operator.browser.get(`${operation.path}${query}`)).status
    }
    const request = requestAt(tenancyCases[operation.name] ?? {}, objects, objects)
    const named = inOrganization(operation, request, objects.organization)
    return (await probe(backend, operation, named)).status
  }

  it.each(onReplica.map((one) => [operationLine(one), one] as const))('%s', async (_, one) => {
    const before = await replicaReads(metricsPort)
    expect(await ask(one)).toBe(200)
    const after = await replicaReads(metricsPort)
    expect(after).toEqual({ ...before, replica: (before['replica'] ?? 0) + 1 })
  })
})

it('a member who was removed sees nothing more, however late the replica is', async () => {
  const organization = await createOrganization(server.current)
  const backend = await newBackend(server.current, organization, scopes)
  expect((await backend.post('/customers/', { email: 'bea@example.com' })).status).toBe(201)
  const member = await newMember(server.current, organization, 'member')
  const seen = async () => {
    const { body } = await member.browser.get(`/v1/customers/?organization_id=${organization.id}`)
    return Object(body)
  }
  await server.current.settle()
  await db.caughtUp()
  expect(await seen()).toMatchObject({ items: [{ email: 'bea@example.com' }] })

  await runOn(db.replica.superuserUrl, 'select pg_wal_replay_pause()')
  onTestFinished(() =>
    runOn(db.replica.superuserUrl, 'select pg_wal_replay_resume()').then(() => undefined),
  )
  await runOn(db.ownerUrl, 'delete from member where user_id = $1', [member.id])
  const before = await replicaReads(metricsPort)
  expect(await seen()).toMatchObject({ items: [] })
  const after = await replicaReads(metricsPort)
  expect(after['replica']).toBe((before['replica'] ?? 0) + 1)
})
