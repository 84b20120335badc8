import { beforeAll, describe, expect, it } from 'vitest'
import { newCustomer } from '../../../../test/customers.ts'
import { sellingServer } from '../../../../test/selling-server.ts'
import { runOn } from '../../../../test/sql.ts'
import { newId } from '../../../platform/ids.ts'
import { pruneAuditLogs } from '../jobs/prune.ts'

const { db, server, acme, calls } = sellingServer(['customers:write', 'audit_log:read'])

beforeAll(async () => {
  await newCustomer(calls)
})

/** An entry of some days ago. */
const insertOld = (days: number) =>
  runOn(
    db.ownerUrl,
    `insert into audit_log_entry (organization_id, id, occurred_at, action, actor_type, object_type)
     values ($1, $2, now() - make_interval(days => $3), 'updateOld', 'server_key', 'product')`,
    [acme.id, newId('auditLogEntry'), days],
  )

const olderThan = async (days: number): Promise<number> => {
  const [row] = await runOn<{ count: string }>(
    db.ownerUrl,
    `select count(*) from audit_log_entry
      where organization_id = $1 and occurred_at < now() - make_interval(days => $2)`,
    [acme.id, days],
  )
  return Number(row?.count)
}

const prune = () => pruneAuditLogs(server.current.database)

describe('nobody changes the log', () => {
  it.each([
    "update audit_log_entry set action = 'x'",
    'update audit_log_change set changes = $$[]$$',
    'delete from audit_log_entry',
    'delete from audit_log_change',
    'truncate audit_log_entry cascade',
  ])('%s is denied to the server', async (statement) => {
    await expect(runOn(db.url, statement)).rejects.toThrow('permission denied')
  })

  it.each([
    "update audit_log_entry set action = 'x'",
    'update audit_log_change set changes = $$[]$$',
    'truncate audit_log_entry cascade',
  ])('%s is refused to the owner', async (statement) => {
    await expect(runOn(db.ownerUrl, statement)).rejects.toThrow('append-only')
  })
})

describe('what is too old is deleted', () => {
  it('after 24 months, in parts', async () => {
    await insertOld(800)
    await insertOld(790)
    await insertOld(700)
    const [first] = await runOn<{ pruned: number }>(
      db.url,
      'select guildhall_prune_audit_log($1, 1) as pruned',
      [acme.id],
    )
    expect(first?.pruned).toBe(1)
    expect(await olderThan(795)).toBe(0)
    expect(await olderThan(760)).toBe(1)
    await prune()
    expect(await olderThan(760)).toBe(0)
    expect(await olderThan(600)).toBe(1)
  })

  it('or after the time that the organization has set', async () => {
    await runOn(db.url, 'insert into audit_log_setting values ($1, 12)', [acme.id])
    await prune()
    expect(await olderThan(360)).toBe(0)
    const { body } = await calls.get('/audit-log?action=createCustomer')
    expect(Object(body).items).toHaveLength(1)
  })
})

describe('a customer who is forgotten', () => {
  const secondName = 'Zaphod of Betelgeuse'

  it('leaves entries without values, once the erasure was requested', async () => {
    const { id: customer } = await newCustomer(calls, { name: secondName })
    const { id: other } = await newCustomer(calls, { name: 'Other' })
    const erase = () =>
      runOn(db.url, 'select guildhall_erase_audit_log($1, $2)', [acme.id, customer])
    const log = async (id: string) =>
      Object((await calls.get(`/audit-log?customer_id=${id}`)).body).items
    await erase()
    expect(JSON.stringify(await log(customer))).toContain(secondName)
    await calls.remove(`/customers/${customer}?anonymize=true`)
    await erase()
    expect(JSON.stringify(await log(customer))).not.toContain(secondName)
    const actions = (await log(customer)).map((entry: object) => Object(entry).action)
    expect(actions).toEqual(expect.arrayContaining(['deleteCustomer', 'createCustomer']))
    expect((await log(customer))[0].changes).toBeNull()
    expect(JSON.stringify(await log(other))).toContain('Other')
  })
})
