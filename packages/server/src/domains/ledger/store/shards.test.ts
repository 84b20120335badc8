import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { isOnCluster, type Shard, shardOf } from '../../../../test/shards.ts'
import { runOn } from '../../../../test/sql.ts'
import { newId } from '../../../platform/ids.ts'

const db = testDatabase()

let organization = ''
let posted = ''
let entries: Shard
let lines: Shard

const entry = (table: string, id: string) => `
  insert into ${table} (organization_id, id, kind, source, occurred_at)
  values ('${organization}', '${id}', 'settlement', 'settlement:${id}', now());`

const line = (table: string, id: string, ordinal: number, debit: number, credit: number) => `
  insert into ${table} (organization_id, entry_id, ordinal, account, currency, debit, credit)
  values ('${organization}', '${id}', ${ordinal}, 'cash_at_processor', 'eur', ${debit}, ${credit});`

describe.runIf(isOnCluster())('the laws of the ledger hold on the shards of a worker', () => {
  beforeEach(async () => {
    organization = newId('organization')
    posted = newId('journalEntry')
    await runOn(
      db.url,
      `begin; ${entry('journal_entry', posted)} ${line('entry_line', posted, 1, 5, 0)}
       ${line('entry_line', posted, 2, 0, 5)} commit`,
    )
    entries = await shardOf(db, 'journal_entry', organization)
    lines = await shardOf(db, 'entry_line', organization)
  })

  const read = () =>
    runOn(
      lines.ownerUrl,
      `select debit::int, credit::int from ${lines.name}
        where organization_id = '${organization}' order by ordinal`,
    )
  const stored = [
    { debit: 5, credit: 0 },
    { debit: 0, credit: 5 },
  ]

  it('the entry is on that worker', async () => {
    expect(lines.url).toBe(entries.url)
    expect(await read()).toEqual(stored)
  })

  const changes: readonly [string, (shard: () => Shard) => string][] = [
    ['update', (shard) => `update ${shard().name} set organization_id = organization_id`],
    ['delete', (shard) => `delete from ${shard().name}`],
    ['truncate', (shard) => `truncate ${shard().name}`],
  ]

  describe.each([
    ['journal_entry', () => entries],
    ['entry_line', () => lines],
  ])('the shard of %s', (_, shard: () => Shard) => {
    it.each(changes)('refuses the server’s role to %s', async (_, change) => {
      await expect(runOn(shard().url, change(shard))).rejects.toThrow(
        /permission denied for table|cannot modify/,
      )
      expect(await read()).toEqual(stored)
    })

    it.each(changes)('refuses even the owner to %s', async (_, change) => {
      await expect(runOn(shard().ownerUrl, change(shard))).rejects.toThrow(
        /is append-only|cannot modify/,
      )
      expect(await read()).toEqual(stored)
    })
  })

  it.each([
    ['without lines', () => '', 'has no lines'],
    ['that does not balance', (id: string) => line(lines.name, id, 1, 5, 0), 'does not balance'],
  ])('the shard refuses an entry %s', async (_, linesOf, refusal) => {
    const id = newId('journalEntry')
    const written = `begin; ${entry(entries.name, id)} ${linesOf(id)} commit`
    await expect(runOn(entries.url, written)).rejects.toThrow(refusal)
    expect(await runOn(entries.ownerUrl, `select from ${entries.name} where id = '${id}'`)).toEqual(
      [],
    )
  })

  it('the shard refuses lines that are added later, even a pair that balances', async () => {
    const pair = line(lines.name, posted, 3, 7, 0) + line(lines.name, posted, 4, 0, 7)
    await expect(runOn(lines.url, `begin; ${pair} commit`)).rejects.toThrow(
      'can only be added in its own transaction',
    )
    expect(await read()).toEqual(stored)
  })
})
