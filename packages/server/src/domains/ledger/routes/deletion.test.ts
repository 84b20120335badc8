import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { tokenIn } from '../../../../test/identity.ts'
import { book, newSale } from '../../../../test/ledger.ts'
import { createOrganization, type OwnedOrganization } from '../../../../test/owned-organization.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { testServer } from '../../../../test/server.ts'
import { newId } from '../../../platform/ids.ts'
import { postRefund, postSales } from '../actions/post-entries.ts'

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
    code: 'ORGANIZATION_HAS_BALANCE',
    message:
      'Acme still has a balance: €100.00 available, €19.00 tax. Refund its sales, or ' +
      'ask the operator of this server for a payout; then delete the organization.',
  },
}

const remove = ({ owner, id }: OwnedOrganization) =>
  owner.browser.post('/api/auth/organization/delete', { organizationId: id })

async function sellAs(organization: OwnedOrganization) {
  const sale = newSale(organization)
  await book(db.database, (uow) => postSales(uow, [sale]))
  return sale
}

/** The token of the mailed link that deletes a user. */
async function tokenOf({ browser, email }: Person): Promise<string> {
  expect(await browser.post(userPath, {})).toMatchObject({ status: 200 })
  const mails = await server.current.sentMails()
  const [link = ''] = mails.findLast(({ to }) => to === email)?.links ?? []
  return tokenIn(link)
}

test('an organization with money in its books can’t be deleted until that is refunded', async () => {
  const organization = await createOrganization(server.current)
  const sale = await sellAs(organization)
  expect(await remove(organization)).toMatchObject(refused)
  await book(db.database, (uow) => postRefund(uow, { ...sale, refundId: newId('refund') }))
  expect(await remove(organization)).toMatchObject({ status: 200 })
  const { rows } = await db.database.pool.query(
    'select kind from journal_entry where organization_id = $1 order by kind',
    [organization.id],
  )
  expect(rows).toEqual([{ kind: 'payment' }, { kind: 'refund' }])
})

test('its only owner can’t be deleted either, by anyone', async () => {
  const organization = await createOrganization(server.current)
  const { owner } = organization
  const token = await tokenOf(owner)
  await sellAs(organization)
  expect(await owner.browser.post(userPath, {})).toMatchObject(refused)
  expect(await owner.browser.post(userPath, { token })).toMatchObject(refused)
  expect(await owner.browser.get(`${userPath}/callback?token=${token}`)).toMatchObject(refused)
  const byOperator = { userId: owner.id }
  expect(await operator.browser.post('/api/auth/admin/remove-user', byOperator)).toMatchObject(
    refused,
  )
})
