import { beforeEach, describe, expect, it, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { isOnCluster } from '../../../../test/shards.ts'
import { runOn } from '../../../../test/sql.ts'
import { newId } from '../../../platform/ids.ts'

const db = testDatabase()

let organization = ''
let posted = ''

/** Runs statements as the server’s own role, in one round trip. */
const send = (statements: string) => runOn(db.url, statements)

const entry = (id: string) => `
  insert into journal_entry (organization_id, id, kind, source, occurred_at)
  values ('${organization}', '${id}', 'settlement', 'settlement:${id}', now());`

interface Side {
  readonly debit?: number
  readonly credit?: number
  readonly currency?: string
}

const line = (id: string, ordinal: number, { debit = 0, credit = 0, currency = 'eur' }: Side) => `
  insert into entry_line (organization_id, entry_id, ordinal, account, currency, debit, credit)
  values ('${organization}', '${id}', ${ordinal}, 'cash_at_processor', '${currency}', ${debit},
          ${credit});`

/** On a cluster, what a commit is refused for is in the log of its worker only. */
const atCommit = (refusal: string): RegExp =>
  new RegExp(isOnCluster() ? `${refusal}|could not commit transaction for shard` : refusal)

const balanced = (id: string) =>
  `begin; ${entry(id)} ${line(id, 1, { debit: 5 })} ${line(id, 2, { credit: 5 })} commit`

async function storedEntries(): Promise<string[]> {
  const rows = await runOn<{ id: string }>(
    db.url,
    `select id from journal_entry where organization_id = '${organization}'`,
  )
  return rows.map(({ id }) => id)
}

beforeEach(async () => {
  organization = newId('organization')
  posted = newId('journalEntry')
  await send(balanced(posted))
})

test('a journal entry that balances is stored', async () => {
  expect(await storedEntries()).toEqual([posted])
})

describe('a journal entry is refused', () => {
  const id = newId('journalEntry')
  const unbalanced = `journal entry ${id} does not balance`
  it.each([
    ['without lines', [], `journal entry ${id} has no lines`],
    ['with one side only', [{ debit: 5 }], unbalanced],
    ['with sides that differ', [{ debit: 5 }, { credit: 4 }], unbalanced],
    ['with more debit', [{ debit: 5 }, { debit: 1 }, { credit: 5 }], unbalanced],
    ['with sides of two currencies', [{ debit: 5 }, { credit: 5, currency: 'usd' }], unbalanced],
    ['with a line of both sides', [{ debit: 5, credit: 5 }], 'violates check constraint'],
    ['with a line of no side', [{}], 'violates check constraint'],
    ['with a debit below zero', [{ debit: -5 }, { credit: -5 }], 'violates check constraint'],
  ])('%s', async (_, sides: readonly Side[], refusal) => {
    const lines = sides.map((side, at) => line(id, at + 1, side)).join('')
    await expect(send(`begin; ${entry(id)} ${lines} commit`)).rejects.toThrow(atCommit(refusal))
    expect(await storedEntries()).toEqual([posted])
  })
})

describe('lines are refused', () => {
  const pair = (id: string) => line(id, 3, { debit: 7 }) + line(id, 4, { credit: 7 })

  it('that are added after their entry, even a pair that balances', async () => {
    const refusal = `lines of journal entry ${posted} can only be added in its own transaction`
    await expect(send(`begin; ${pair(posted)} commit`)).rejects.toThrow(atCommit(refusal))
  })

  it('that are added later to an entry with a forged transaction and instant', async () => {
    const id = newId('journalEntry')
    await send(`begin;
      insert into journal_entry (organization_id, id, kind, source, occurred_at, written_at,
                           transaction_id)
      values ('${organization}', '${id}', 'settlement', 'forged', now(), '2000-01-01', 1);
      ${line(id, 1, { debit: 5 })} ${line(id, 2, { credit: 5 })} commit`)
    const forged = `select from journal_entry where transaction_id = 1 or written_at < '2001-01-01'`
    expect(await runOn(db.url, forged)).toEqual([])
    await expect(send(`begin; ${pair(id)} commit`)).rejects.toThrow(
      atCommit('can only be added in its own transaction'),
    )
  })

  it('of an entry that does not exist', async () => {
    await expect(send(`begin; ${pair(newId('journalEntry'))} commit`)).rejects.toThrow(
      atCommit('can only be added in its own transaction'),
    )
  })

  it('of an entry in another organization', async () => {
    const foreign = line(posted, 3, { debit: 7 }).replace(organization, newId('organization'))
    await expect(send(foreign)).rejects.toThrow('can only be added in its own transaction')
  })

  it('that are added after an early check', async () => {
    const id = newId('journalEntry')
    const early = `begin; ${entry(id)} ${line(id, 1, { debit: 5 })} ${line(id, 2, { credit: 5 })}
      set constraints all immediate; ${line(id, 3, { debit: 7 })} commit`
    await expect(send(early)).rejects.toThrow(atCommit('does not balance'))
    expect(await storedEntries()).toEqual([posted])
  })

  it('that balance only with a temporary table', async () => {
    const id = newId('journalEntry')
    const shadowed = `begin; ${entry(id)} ${line(id, 1, { debit: 5 })}
      create temporary table entry_line (like public.entry_line);
      ${line(id, 1, { debit: 5 })} ${line(id, 2, { credit: 5 })}
      set search_path = pg_temp, public; commit`
    await expect(send(shadowed)).rejects.toThrow(atCommit('does not balance'))
    expect(await storedEntries()).toEqual([posted])
  })
})

describe.each(['journal_entry', 'entry_line'])('%s can’t be changed', (table) => {
  const column = table === 'journal_entry' ? 'occurred_at = occurred_at' : 'debit = debit + 1'
  const changes = [
    `update ${table} set ${column}`,
    `delete from ${table}`,
    `truncate ${table}`,
    'truncate journal_entry, entry_line',
  ]

  it.each(changes)('the server’s role: %s', async (change) => {
    await expect(send(change)).rejects.toThrow(
      /permission denied for table (journal_entry|entry_line)/,
    )
  })

  it.each(changes)('not even the owner: %s', async (change) => {
    await expect(runOn(db.ownerUrl, change)).rejects.toThrow(
      /(journal_entry|entry_line)(_\d+)? is append-only/,
    )
  })

  it.each([
    `alter table ${table} disable trigger all`,
    `alter table ${table} disable trigger append_only`,
    `drop trigger append_only on ${table}`,
    `alter table ${table} owner to current_user`,
    `drop table ${table}`,
    `create rule silently as on insert to ${table} do instead nothing`,
    `create trigger mine after insert on ${table} execute function guildhall_refuse_change()`,
  ])('the server’s role can’t remove the guard: %s', async (statement) => {
    await expect(send(statement)).rejects.toThrow(/must be owner|permission denied/)
  })
})

const doNothing = 'returns trigger language plpgsql as $$ begin return null; end $$'

it.each([
  "set session_replication_role = 'replica'",
  `create or replace function guildhall_check_entry() ${doNothing}`,
  'drop function guildhall_check_entry() cascade',
  'alter function guildhall_check_entry() set search_path = pg_temp',
  'create schema mine',
  `grant update on entry_line to current_user; update entry_line set debit = debit + 1`,
])('the server’s role can’t bypass the guards: %s', async (statement) => {
  await expect(send(statement)).rejects.toThrow(/must be owner|permission denied/)
})

test('nothing is posted twice', async () => {
  const again = balanced(newId('journalEntry')).replaceAll(
    /settlement:[^']+/g,
    `settlement:${posted}`,
  )
  await expect(send(again)).rejects.toThrow('journal_entry_source')
})
