import { sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { clusterNode } from '../../../test/cluster-node.ts'
import { eventually } from '../../../test/eventually.ts'
import { canHaveOwnCluster, ownCluster } from '../../../test/own-cluster.ts'
import { shardOf } from '../../../test/shards.ts'
import { onConnection, runOn } from '../../../test/sql.ts'
import { toyEvent } from '../../../test/toys.ts'
import { systemClock } from '../clock.ts'
import { isConnectionLoss } from '../database/failures.ts'
import { newId } from '../ids.ts'
import { runUnitOfWork } from '../unit-of-work.ts'
import { dispatchBatch } from './dispatch.ts'
import { finishedEvents } from './finished-commits.ts'

describe.runIf(canHaveOwnCluster())('on a cluster', () => {
  const cluster = ownCluster()

  // What was interrupted is recovered when a test says so.
  beforeAll(async () => {
    await runOn(cluster.nodes[0], `alter system set citus.recover_2pc_interval = '1h'`)
    await runOn(cluster.nodes[0], 'select pg_reload_conf()')
  })

  it('an event waits until what it is about is committed on the worker', async () => {
    const { coordinator, worker, renaming, name } = await renameMeanwhile()
    await coordinator.letCommit()
    await eventually(async () => expect(await waiting()).toBe(1))

    expect(await name()).toBe('Ann')
    expect(await dispatch()).toBe(0)
    await worker.letCommit()
    await renaming
    expect(await name()).toBe('Ada')
    expect(await dispatch()).toBe(1)
  })

  it('an event waits until that is recovered, when the coordinator ended in the middle of the commit', async () => {
    const { coordinator, worker, renaming, name } = await renameMeanwhile()
    await coordinator.letCommit()
    await eventually(async () => expect(await waiting()).toBe(1))
    const node = await clusterNode(cluster.nodes[0])
    await node.kill('SIGQUIT')
    await node.start()

    expect(isConnectionLoss(await renaming.catch((error: unknown) => error))).toBe(true)
    expect(await name()).toBe('Ann')
    expect(await dispatch()).toBe(0)
    await worker.letCommit()
    await eventually(async () => expect(await dispatch()).toBe(1))
    expect(await name()).toBe('Ada')
  })

  it('an event waits until that is recovered, when the worker ended before it committed', async () => {
    const { coordinator, worker, renaming, name } = await renameMeanwhile()
    const node = await clusterNode(worker.url)
    await node.kill('SIGQUIT')
    await coordinator.letCommit()
    await renaming
    expect(await waiting()).toBe(1)
    await recordWithoutOrganization()
    expect(await dispatch()).toBe(1)
    expect(await waiting()).toBe(1)

    await node.start()
    expect(await name()).toBe('Ann')
    expect(await dispatch()).toBe(0)
    await worker.letCommit()
    await runOn(cluster.ownerUrl, 'select recover_prepared_transactions()')
    expect(await name()).toBe('Ada')
    expect(await dispatch()).toBe(1)
  })

  it('a commit whose worker has ended fails as a lost connection does', async () => {
    const { organizationId, id } = await newCustomer()
    const worker = await shardOf(cluster, 'customer', organizationId)
    const node = await clusterNode(worker.ownerUrl)
    const failure = await cluster.database
      .transact(async (tx) => {
        await sql`
          update customer set name = 'Ada'
           where organization_id = ${organizationId} and id = ${id}`.execute(tx)
        await node.kill('SIGQUIT')
      })
      .catch((error: unknown) => error)
    await node.start()
    expect(failure).toMatchObject({ code: 'XX000' })
    expect(isConnectionLoss(failure)).toBe(true)
  })

  const uowFactory = () => ({
    database: cluster.database,
    clock: systemClock,
    wake: () => undefined,
  })

  const recordWithoutOrganization = () =>
    runUnitOfWork(uowFactory(), {}, async (uow) => uow.record(toyEvent(null, uow.newId('toy'))))

  const waiting = async () => (await runOn(cluster.ownerUrl, 'select from outbox')).length

  const dispatch = () =>
    dispatchBatch({ ...cluster.database, finished: finishedEvents }, () => [], 'wait')

  /** The worker has prepared the change; neither it nor the coordinator can commit it. */
  async function renameMeanwhile() {
    const customer = await newCustomer()
    const worker = await shardOf(cluster, 'customer', customer.organizationId)
    const coordinator = await holdCommits(cluster.nodes[0])
    const renaming = rename(customer)
    // It is awaited later.
    renaming.catch(() => undefined)
    await eventually(async () => expect(await held(cluster.nodes[0], 'commit')).toBe(1))
    const name = async () => {
      const [found] = await runOn(
        cluster.ownerUrl,
        'select name from customer where organization_id = $1 and id = $2',
        [customer.organizationId, customer.id],
      )
      return found?.['name']
    }
    return { coordinator, worker: await holdCommits(worker.ownerUrl), renaming, name }
  }

  async function newCustomer() {
    const organizationId = newId('organization')
    const id = newId('customer')
    await runOn(
      cluster.ownerUrl,
      `insert into organization (id, slug, name, created_at) values ($1, $2, 'Example', now())`,
      [organizationId, `of-${organizationId}`],
    )
    await runOn(
      cluster.ownerUrl,
      `insert into customer (organization_id, id, email, name, created_at)
       values ($1, $2, 'ann@example.com', 'Ann', now())`,
      [organizationId, id],
    )
    return { organizationId, id }
  }

  const rename = ({ organizationId, id }: Awaited<ReturnType<typeof newCustomer>>) =>
    runUnitOfWork(uowFactory(), { organizationId }, async (uow) => {
      await sql`
        update customer set name = 'Ada'
         where organization_id = ${organizationId} and id = ${id}`.execute(uow.tx)
      uow.record(toyEvent(organizationId, id))
    })
})

/** Commits on the node wait for a standby that there isn’t. */
async function holdCommits(node: string) {
  const change = async (statement: string) => {
    await runOn(node, statement)
    await runOn(node, 'select pg_reload_conf()')
  }
  const probes: Promise<unknown>[] = []
  const letCommit = async () => {
    await change('alter system reset synchronous_standby_names')
    await Promise.all(probes)
  }
  onTestFinished(letCommit)
  await change(`alter system set synchronous_standby_names = 'nobody'`)
  probes.push(onConnection(node, (client) => client.query(writing)).catch(() => undefined))
  await eventually(async () => expect(await held(node, writing)).toBe(1))
  return { url: node, letCommit }
}

/** What is committed by it is written to the log. */
const writing = `select pg_logical_emit_message(true, 'probe', '')`

const held = async (node: string, statement: string): Promise<number> => {
  const rows = await runOn(
    node,
    `select from pg_stat_activity where wait_event = 'SyncRep' and lower(query) = lower($1)`,
    [statement],
  )
  return rows.length
}
