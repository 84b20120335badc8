import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { type Founded, found } from '../../../../test/founding.ts'
import { tokenIn } from '../../../../test/identity.ts'
import { book, newSale } from '../../../../test/ledger.ts'
import { newPerson, type Person } from '../../../../test/people.ts'
import { testServer } from '../../../../test/server.ts'
import { newId } from '../../../platform/ids.ts'
import { postPayment, postRefund } from '../actions/post.ts'

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
      'Acme still has money in its books: €100.00 available, €19.00 tax. Refund what was sold, or ' +
      'ask who runs this server to settle the balance; then delete the organization.',
  },
}

const remove = ({ owner, id }: Founded) =>
  owner.browser.post('/api/auth/organization/delete', { organizationId: id })

async function sellAs(organization: Founded) {
  const sale = newSale(organization)
  await book(db.database, (unit) => postPayment(unit, sale))
  return sale
}

/** What the mailed link carries that deletes a user. */
async function tokenOf({ browser, email }: Person): Promise<string> {
  expect(await browser.post(userPath, {})).toMatchObject({ status: 200 })
  const mails = await server.current.sentMails()
  const [link = ''] = mails.findLast(({ to }) => to === email)?.links ?? []
  return tokenIn(link)
}

test('an organization with money in its books stays until it is paid back', async () => {
  const organization = await found(server.current)
  const sale = await sellAs(organization)
  expect(await remove(organization)).toMatchObject(refused)
  await book(db.database, (unit) => postRefund(unit, { ...sale, refundId: newId('refund') }))
  expect(await remove(organization)).toMatchObject({ status: 200 })
  const { rows } = await db.database.pool.query(
    'select kind from journal where organization_id = $1 order by kind',
    [organization.id],
  )
  expect(rows).toEqual([{ kind: 'payment' }, { kind: 'refund' }])
})

test('and so does its only owner, by whomever they are deleted', async () => {
  const organization = await found(server.current)
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
