import { beforeEach, describe, expect, it, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { runOn } from '../../../../test/sql.ts'
import { newId } from '../../../platform/ids.ts'

const db = testDatabase()

let organization = ''
let booked = ''

/** What the role of the server itself sends, in one go. */
const send = (statements: string) => runOn(db.url, statements)

const journal = (id: string) => `
  insert into journal (organization_id, id, kind, source, occurred_at)
  values ('${organization}', '${id}', 'settlement', 'settlement:${id}', now());`

interface Side {
  readonly debit?: number
  readonly credit?: number
  readonly currency?: string
}

const line = (id: string, ordinal: number, { debit = 0, credit = 0, currency = 'eur' }: Side) => `
  insert into journal_line (organization_id, journal_id, ordinal, account, currency, debit, credit)
  values ('${organization}', '${id}', ${ordinal}, 'cash_at_processor', '${currency}', ${debit},
          ${credit});`

const balanced = (id: string) =>
  `begin; ${journal(id)} ${line(id, 1, { debit: 5 })} ${line(id, 2, { credit: 5 })} commit`

async function journalsKept(): Promise<string[]> {
  const rows = await runOn<{ id: string }>(
    db.url,
    `select id from journal where organization_id = '${organization}'`,
  )
  return rows.map(({ id }) => id)
}

beforeEach(async () => {
  organization = newId('organization')
  booked = newId('journal')
  await send(balanced(booked))
})

test('a journal that balances is kept', async () => {
  expect(await journalsKept()).toEqual([booked])
})

describe('a journal is refused', () => {
  const id = newId('journal')
  const unbalanced = `journal ${id} does not balance`
  it.each([
    ['without lines', [], `journal ${id} has no lines`],
    ['with one side only', [{ debit: 5 }], unbalanced],
    ['with sides that differ', [{ debit: 5 }, { credit: 4 }], unbalanced],
    ['with more debit', [{ debit: 5 }, { debit: 1 }, { credit: 5 }], unbalanced],
    ['with sides of two currencies', [{ debit: 5 }, { credit: 5, currency: 'usd' }], unbalanced],
    ['with a line of both sides', [{ debit: 5, credit: 5 }], 'violates check constraint'],
    ['with a line of no side', [{}], 'violates check constraint'],
    ['with a debit below zero', [{ debit: -5 }, { credit: -5 }], 'violates check constraint'],
  ])('%s', async (_, sides: readonly Side[], refusal) => {
    const lines = sides.map((side, at) => line(id, at + 1, side)).join('')
    await expect(send(`begin; ${journal(id)} ${lines} commit`)).rejects.toThrow(refusal)
    expect(await journalsKept()).toEqual([booked])
  })
})

describe('lines are refused', () => {
  const pair = (id: string) => line(id, 3, { debit: 7 }) + line(id, 4, { credit: 7 })

  it('that come later than their journal, even a pair that balances', async () => {
    const refusal = `lines of journal ${booked} can only come with it`
    await expect(send(`begin; ${pair(booked)} commit`)).rejects.toThrow(refusal)
  })

  it('that come later to a journal which named a transaction and an instant of its own', async () => {
    const id = newId('journal')
    await send(`begin;
      insert into journal (organization_id, id, kind, source, occurred_at, written_at,
                           transaction_id)
      values ('${organization}', '${id}', 'settlement', 'forged', now(), '2000-01-01', 1);
      ${line(id, 1, { debit: 5 })} ${line(id, 2, { credit: 5 })} commit`)
    const forged = `select from journal where transaction_id = 1 or written_at < '2001-01-01'`
    expect(await runOn(db.url, forged)).toEqual([])
    await expect(send(`begin; ${pair(id)} commit`)).rejects.toThrow('can only come with it')
  })

  it('of a journal that there is not', async () => {
    await expect(send(`begin; ${pair(newId('journal'))} commit`)).rejects.toThrow(
      'can only come with it',
    )
  })

  it('of a journal in another organization', async () => {
    const foreign = line(booked, 3, { debit: 7 }).replace(organization, newId('organization'))
    await expect(send(foreign)).rejects.toThrow('can only come with it')
  })

  it('that come after the check was asked for early', async () => {
    const id = newId('journal')
    const early = `begin; ${journal(id)} ${line(id, 1, { debit: 5 })} ${line(id, 2, { credit: 5 })}
      set constraints all immediate; ${line(id, 3, { debit: 7 })} commit`
    await expect(send(early)).rejects.toThrow('does not balance')
    expect(await journalsKept()).toEqual([booked])
  })

  it('whose journal was balanced only in a table of their own', async () => {
    const id = newId('journal')
    const shadowed = `begin; ${journal(id)} ${line(id, 1, { debit: 5 })}
      create temporary table journal_line (like public.journal_line);
      ${line(id, 1, { debit: 5 })} ${line(id, 2, { credit: 5 })}
      set search_path = pg_temp, public; commit`
    await expect(send(shadowed)).rejects.toThrow('does not balance')
    expect(await journalsKept()).toEqual([booked])
  })
})

describe.each(['journal', 'journal_line'])('nobody changes %s', (table) => {
  const column = table === 'journal' ? 'occurred_at = occurred_at' : 'debit = debit + 1'
  const changes = [
    `update ${table} set ${column}`,
    `delete from ${table}`,
    `truncate ${table}`,
    'truncate journal, journal_line',
  ]

  it.each(changes)('the role of the server: %s', async (change) => {
    await expect(send(change)).rejects.toThrow(/permission denied for table journal/)
  })

  it.each(changes)('not even the owner: %s', async (change) => {
    await expect(runOn(db.ownerUrl, change)).rejects.toThrow(/journal\w* is append-only/)
  })

  it.each([
    `alter table ${table} disable trigger all`,
    `alter table ${table} disable trigger append_only`,
    `drop trigger append_only on ${table}`,
    `alter table ${table} owner to current_user`,
    `drop table ${table}`,
    `create rule quietly as on insert to ${table} do instead nothing`,
    `create trigger mine after insert on ${table} execute function guildhall_refuse_change()`,
  ])('the role of the server can’t undo its guard: %s', async (statement) => {
    await expect(send(statement)).rejects.toThrow(/must be owner|permission denied/)
  })
})

const doNothing = 'returns trigger language plpgsql as $$ begin return null; end $$'

it.each([
  "set session_replication_role = 'replica'",
  `create or replace function guildhall_check_journal() ${doNothing}`,
  'drop function guildhall_check_journal() cascade',
  'alter function guildhall_check_journal() set search_path = pg_temp',
  'create schema mine',
  `grant update on journal_line to current_user; update journal_line set debit = debit + 1`,
])('the role of the server can’t get round the guards: %s', async (statement) => {
  await expect(send(statement)).rejects.toThrow(/must be owner|permission denied/)
})

test('nothing is booked twice', async () => {
  const again = balanced(newId('journal')).replaceAll(/settlement:[^']+/g, `settlement:${booked}`)
  await expect(send(again)).rejects.toThrow('journal_source')
})
