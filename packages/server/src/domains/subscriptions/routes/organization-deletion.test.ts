import { beforeAll, expect, test } from 'vitest'
import { confirm, newCheckout, untilStatus } from '../../../../test/checkouts.ts'
import { testDatabase } from '../../../../test/database.ts'
import { tokenIn } from '../../../../test/identity.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { fixedPrice, freePrice, newProduct } from '../../../../test/products.ts'
import { newBackend, withNothing } from '../../../../test/sellers.ts'
import { testServer } from '../../../../test/server.ts'
import { subscriptionsOf } from '../../../../test/subscription-checkouts.ts'

const db = testDatabase()
const server = testServer(db)
let operator: Person

beforeAll(async () => {
  operator = await newPerson(server.current)
})

const userPath = '/api/auth/delete-user'

const refused = {
  status: 400,
  body: {
    code: 'ORGANIZATION_HAS_SUBSCRIPTIONS',
    message:
      'Customers of Acme still pay for one paid subscription. Cancel or revoke them, and ' +
      'delete the organization once they have ended.',
  },
}

const remove = ({ owner, id }: OwnedOrganization) =>
  owner.browser.post('/api/auth/organization/delete', { organizationId: id })

async function subscribeAt(organization: OwnedOrganization, price: object): Promise<void> {
  const calls = await newBackend(server.current, organization, [
    'checkouts:write',
    'products:write',
  ])
  const product = await newProduct(calls, { recurring_interval: 'month', prices: [price] })
  const checkout = await newCheckout(calls, [product])
  expect(await confirm(withNothing(server.current), checkout)).toMatchObject({ status: 200 })
  await untilStatus(calls, checkout, 'succeeded')
}

test('an organization with paid subscriptions can’t be deleted until they have ended', async () => {
  const organization = await createOrganization(server.current)
  await subscribeAt(organization, fixedPrice())
  expect(await remove(organization)).toMatchObject(refused)
  const [subscription] = await subscriptionsOf(server.current, organization)
  const revoked = await (
    await newBackend(server.current, organization, ['subscriptions:write'])
  ).remove(`/subscriptions/${subscription?.id}`)
  expect(revoked).toMatchObject({ status: 200 })
  expect(await remove(organization)).toMatchObject({ body: { code: 'ORGANIZATION_HAS_BALANCE' } })
})

test('an organization with free subscriptions can be deleted', async () => {
  const organization = await createOrganization(server.current)
  await subscribeAt(organization, freePrice)
  expect(await remove(organization)).toMatchObject({ status: 200 })
})

test('the only owner of such an organization can’t be deleted either', async () => {
  const organization = await createOrganization(server.current)
  const { owner } = organization
  const { browser, email } = owner
  expect(await browser.post(userPath, {})).toMatchObject({ status: 200 })
  const mails = await server.current.sentMails()
  const [link = ''] = mails.findLast(({ to }) => to === email)?.links ?? []
  const token = tokenIn(link)
  await subscribeAt(organization, fixedPrice())
  expect(await browser.post(userPath, {})).toMatchObject(refused)
  expect(await browser.post(userPath, { token })).toMatchObject(refused)
  expect(await browser.get(`${userPath}/callback?token=${token}`)).toMatchObject(refused)
  const byOperator = { userId: owner.id }
  expect(await operator.browser.post('/api/auth/admin/remove-user', byOperator)).toMatchObject(
    refused,
  )
})
