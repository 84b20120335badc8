import { beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../../test/database.ts'
import { impersonate } from '../../../../test/impersonation.ts'
import { newPerson } from '../../../../test/people.ts'
import { type BillingCalls, briefOf, inDashboard } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { bareEndpoint, type Listener, newListener } from '../../../../test/webhooks.ts'

const db = testDatabase()
const server = testServer(db)
const { url } = bareEndpoint
let acme: Listener
let owner: BillingCalls
/** An operator who acts as the owner. */
let visitor: BillingCalls

beforeAll(async () => {
  // The first user, whom nobody can impersonate.
  const operator = await newPerson(server.current)
  acme = await newListener(server.current, url)
  owner = inDashboard(server.current, acme.organization.owner)
  await impersonate(server.current, operator, acme.organization.owner)
  visitor = inDashboard(server.current, operator)
})

const one = () => `/webhooks/endpoints/${acme.endpoint.id}`
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const made = z.object({ url: z.string(), name: z.nullable(z.string()) })

it.each([
  ['create an endpoint', (by: BillingCalls) => by.post('/webhooks/endpoints', ofAcme())],
  [
    'send events to another address',
    (by: BillingCalls) => by.patch(one(), { url: `${url}/other` }),
  ],
  ['set the secret', (by: BillingCalls) => by.patch(one(), { secret })],
  ['see the secret', (by: BillingCalls) => by.get(`${one()}/secret`)],
  ['rotate the secret', (by: BillingCalls) => by.post(`${one()}/secret`, {})],
  ['reset the secret', (by: BillingCalls) => by.patch(`${one()}/secret`, {})],
])('an impersonating operator can’t %s, and the owner can', async (_what, act) => {
  const before = (await owner.get(one())).body
  expect(briefOf(await act(visitor))).toBe('403 NotWhileImpersonating')
  expect((await owner.get(one())).body).toEqual(before)
  expect([200, 201]).toContain((await act(owner)).status)
})

it('an impersonating operator may repair the other settings', async () => {
  const { url: current } = made.parse((await owner.get(one())).body)
  const repaired = { url: current, name: 'Shop', events: ['order.paid'], enabled: false }
  const answer = await visitor.patch(one(), repaired)
  expect(answer).toMatchObject({ status: 200, body: { name: 'Shop', enabled: false } })
})

const ofAcme = () => ({ ...bareEndpoint, organization_id: acme.organization.id })
