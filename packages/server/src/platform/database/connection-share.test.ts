import { expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { createGate } from '../../../test/gate.ts'
import { createOrganization } from '../../../test/owned-organization.ts'
import { newProduct } from '../../../test/products.ts'
import { newBackend } from '../../../test/sellers.ts'
import { testServer } from '../../../test/server.ts'
import { onConnection, runOn } from '../../../test/sql.ts'
import { openShares } from './connection-share.ts'

const db = testDatabase()
const server = testServer(db)

async function newShop() {
  const organization = await createOrganization(server.current)
  const calls = await newBackend(server.current, organization, ['products:write'])
  const { id } = await newProduct(calls)
  const rename = (name: string) => calls.patch(`/products/${id}`, { name })
  return {
    product: id,
    rename: (times: number) =>
      Array.from({ length: times }, async (_, n) => (await rename(`No. ${n}`)).status),
  }
}

const whileLocked = (product: string, task: () => Promise<void>): Promise<void> =>
  onConnection(db.ownerUrl, async (client) => {
    await client.query('begin')
    await client.query('select from product where id = $1 for update', [product])
    await task()
    await client.query('rollback')
  })

const waitingTransactions = () =>
  runOn(
    db.ownerUrl,
    `select pid from pg_locks join pg_stat_activity using (pid)
      where datname = current_database() and not granted`,
  )

it('an organization whose requests wait for a lock leaves connections to others', async () => {
  const [held, other] = await Promise.all([newShop(), newShop()])
  const waiting: Promise<number>[] = []
  await whileLocked(held.product, async () => {
    waiting.push(...held.rename(50))
    await eventually(async () => expect(await waitingTransactions()).toHaveLength(7))
    const statuses = await Promise.all(other.rename(7))
    expect(statuses).toEqual(statuses.map(() => 200))
  })
  for (const status of await Promise.all(waiting)) expect([200, 409, 503]).toContain(status)
})

it('further tasks of a key begin in turn', async () => {
  const shares = openShares(1)
  const gate = createGate()
  const begun: string[] = []
  const first = shares.run('ours', () => gate.passed)
  const later = ['second', 'third'].map((name) => shares.run('ours', async () => begun.push(name)))
  await shares.run('theirs', async () => begun.push('other'))
  expect([begun, shares.waitingCount()]).toEqual([['other'], 2])
  gate.open()
  await Promise.all([first, ...later])
  expect([begun, shares.waitingCount()]).toEqual([['other', 'second', 'third'], 0])
})
