import type { Id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { createGate } from '../../../test/gate.ts'
import { movableClock } from '../../../test/movable-clock.ts'
import { runOn } from '../../../test/sql.ts'
import { domains } from '../../app/domains.ts'
import type { Tables } from '../database/db-types.gen.ts'
import { newId } from '../ids.ts'
import { runUnitOfWork } from '../unit-of-work.ts'
import { type DueInstant, type DueKind, type DueList, dueKinds } from './due-list.ts'
import { type DueDeps, lookAtDue } from './look-at-due.ts'
import { recountDue, recountsOf } from './recount-due.ts'

const db = testDatabase()
const clock = movableClock()
const kind: DueKind = 'payments.resume'
const leaseMilliseconds = 60_000
const { signal } = new AbortController()

beforeAll(() =>
  runOn(
    db.ownerUrl,
    `create table chore (organization_id uuid not null, due_at timestamptz not null);
     grant select, insert, delete on chore to guildhall_app`,
  ),
)

beforeEach(() => runOn(db.ownerUrl, 'delete from chore; delete from due_note'))

const deps = () => ({
  database: { ...db.database, isDistributed: false },
  clock,
  wake: () => undefined,
})

const chores: DueList = {
  kind,
  leaseMilliseconds,
  findNext: async (kysely, ids) => {
    const { rows } = await sql<DueInstant>`
      select organization_id, min(due_at) as due_at from chore
       where organization_id = any(${ids}::uuid[]) group by 1`.execute(kysely)
    return rows
  },
  findAll: async (kysely, until) => {
    const { rows } = await sql<DueInstant>`
      select organization_id, min(due_at) as due_at from chore
       where due_at <= ${until} group by 1`.execute(kysely)
    return rows
  },
}

type OrganizationId = Id<'organization'>

const addRow = (tx: Transaction<Tables>, id: OrganizationId, seconds: number) =>
  sql`insert into chore values (${id}, ${new Date(clock.now().getTime() + seconds * 1000)})`.execute(
    tx,
  )

/** A chore that falls due after some seconds, in a transaction that notes it. */
const addChore = (id: OrganizationId, seconds = 0): Promise<void> =>
  runUnitOfWork(deps(), {}, async (uow) => {
    uow.noteDue(id, kind)
    await addRow(uow.tx, id, seconds)
  })

/** Does the chores that are due, and remembers in which organizations it was done. */
function worker(
  list: DueList = chores,
  before: () => Promise<void> = async () => undefined,
  of: DueDeps = deps(),
) {
  const looked: OrganizationId[] = []
  const run = async (ids: readonly OrganizationId[]) => {
    looked.push(...ids)
    await before()
    await sql`
      delete from chore
       where organization_id = any(${ids}::uuid[]) and due_at <= ${clock.now()}`.execute(
      db.database.kysely,
    )
  }
  return { looked, look: () => lookAtDue(of, { list, signal, run }) }
}

const lookedAt = async (): Promise<OrganizationId[]> => {
  const { looked, look } = worker()
  await look()
  return looked
}

const left = () => runOn(db.ownerUrl, 'select from chore')
const notes = () => runOn(db.ownerUrl, 'select due_at from due_note')

test('an organization is looked at once for all that was noted, and again when more is due', async () => {
  const [one, other] = [newId('organization'), newId('organization')]
  for (const seconds of [0, 0, 50]) await addChore(one, seconds)
  await addChore(other, 500)
  expect((await lookedAt()).toSorted()).toEqual([one, other].toSorted())
  await addChore(other, 500)
  expect(await lookedAt()).toEqual([other])
  expect(await notes()).toHaveLength(2)
  clock.advance(40)
  expect(await lookedAt()).toEqual([])
  clock.advance(20)
  expect(await lookedAt()).toEqual([one])
  expect(await notes()).toHaveLength(1)
  clock.advance(600)
  expect(await lookedAt()).toEqual([other])
  expect(await notes()).toEqual([])
  expect(await left()).toEqual([])
})

test('what a transaction noted is committed with it, or not at all', async () => {
  const id = newId('organization')
  const fails = runUnitOfWork(deps(), {}, async (uow) => {
    uow.noteDue(id, kind)
    throw new Error('changed my mind')
  })
  await expect(fails).rejects.toThrow('changed my mind')
  expect(await lookedAt()).toEqual([])
})

test('transactions of one organization don’t wait for each other, nor for a look', async () => {
  const id = newId('organization')
  await addChore(id)
  const { look } = worker(chores, () =>
    runUnitOfWork(deps(), {}, async (uow) => {
      uow.noteDue(id, kind)
      await addChore(id)
      await addRow(uow.tx, id, 0)
    }),
  )
  await look()
  expect(await lookedAt()).toEqual([id])
  expect(await left()).toEqual([])
})

test.each(['during the work', 'after the next instant was read'])(
  'what is noted %s is looked at next time',
  async (when) => {
    const id = newId('organization')
    await addChore(id)
    const during = when === 'during the work'
    const list: DueList = {
      ...chores,
      findNext: async (...asked) => {
        const found = await chores.findNext(...asked)
        if (!during) await addChore(id)
        return found
      },
    }
    const { looked, look } = worker(list)
    const interrupted = worker(list, () => (during ? addChore(id, 1) : Promise.resolve()))
    await (during ? interrupted.look() : look())
    expect([...looked, ...interrupted.looked]).toEqual([id])
    clock.advance(2)
    expect(await lookedAt()).toEqual([id])
    expect(await left()).toEqual([])
  },
)

test('an organization whose node is away holds up no other', async () => {
  const [id, away] = [newId('organization'), newId('organization')]
  await addChore(id, 0)
  await addChore(id, 50)
  await addChore(away)
  const list: DueList = {
    ...chores,
    findNext: async (kysely, ids, now) => {
      if (ids.includes(away)) throw new Error('Connection terminated')
      return chores.findNext(kysely, ids, now)
    },
  }
  const onCluster = { ...deps(), database: { ...db.database, isDistributed: true } }
  await expect(worker(list, undefined, onCluster).look()).rejects.toThrow('terminated')
  clock.advance(50)
  expect(await lookedAt()).toEqual([id])
  clock.advance(leaseMilliseconds / 1000 - 50)
  expect(await lookedAt()).toEqual([away])
})

test.each([
  ['Connection terminated', true],
  ['the database said no', false],
])('after the failure “%s”, that claims are left to others is %s', async (message, isLeft) => {
  await addChore(newId('organization'))
  let leavings = 0
  const leaveClaims = () => void (leavings += 1)
  const life = { claimant: () => null, leaveClaims }
  const failing = worker(chores, () => Promise.reject(new Error(message)), { ...deps(), life })
  await expect(failing.look()).rejects.toThrow(message)
  expect(leavings).toBe(isLeft ? 1 : 0)
})

test('of two processes only one looks', async () => {
  const id = newId('organization')
  await addChore(id)
  const [begun, gate] = [createGate(), createGate()]
  const first = worker(chores, () => {
    begun.open()
    return gate.passed
  })
  const looking = first.look()
  await begun.passed
  expect(await lookedAt()).toEqual([])
  gate.open()
  await looking
  expect(first.looked).toEqual([id])
  expect(await notes()).toEqual([])
})

test('concurrent processes share organizations, and leave none out', async () => {
  const ids = Array.from({ length: 250 }, () => newId('organization'))
  for (const id of ids) await addChore(id)
  const workers = [worker(), worker(), worker()]
  await Promise.all(workers.map(({ look }) => look()))
  expect(workers.flatMap(({ looked }) => looked).toSorted()).toEqual(ids.toSorted())
  expect(await notes()).toEqual([])
  expect(await left()).toEqual([])
})

test('where a process has died, another looks when the lease is over', async () => {
  const id = newId('organization')
  await addChore(id)
  const [begun, gate] = [createGate(), createGate()]
  const dead = worker(chores, () => {
    begun.open()
    return gate.passed
  })
  const looking = dead.look()
  await begun.passed
  clock.advance(leaseMilliseconds / 1000 - 1)
  expect(await lookedAt()).toEqual([])
  clock.advance(2)
  expect(await lookedAt()).toEqual([id])
  await addChore(id, 1)
  // It was only slow: what was noted since stays.
  gate.open()
  await looking
  clock.advance(2)
  expect(await lookedAt()).toEqual([id])
  expect(await left()).toEqual([])
})

test('what fails is reported, and stays due for the next time', async () => {
  const ids = [newId('organization'), newId('organization')]
  for (const id of ids) await addChore(id)
  const failing = worker(chores, () => Promise.reject(new Error('no brooms')))
  await expect(failing.look()).rejects.toThrow('no brooms')
  expect(failing.looked.toSorted()).toEqual(ids.toSorted())
  expect((await lookedAt()).toSorted()).toEqual(ids.toSorted())
  expect(await left()).toEqual([])
})

test('a recount notes what nobody has noted, and nothing twice', async () => {
  const unknown = newId('organization')
  const known = newId('organization')
  const later = newId('organization')
  const recount = () => recountDue([chores]).run({ uowFactory: deps() }, signal)
  await db.database.transact(async (tx) => {
    await addRow(tx, unknown, 10)
    await addRow(tx, later, 36_000)
  })
  await addChore(known)
  await recount()
  await recount()
  expect(await notes()).toHaveLength(2)
  expect(await lookedAt()).toEqual([known])
  clock.advance(11)
  expect(await lookedAt()).toEqual([unknown])
  clock.advance(36_000)
  await recount()
  expect(await lookedAt()).toEqual([later])
})

test('work that nobody waits for is recounted seldom', async () => {
  const [frequent, seldom] = recountsOf([{ ...chores, isPatient: true }])
  await db.database.transact((tx) => addRow(tx, newId('organization'), 0))
  await frequent?.run({ uowFactory: deps() }, signal)
  expect(await notes()).toEqual([])
  await seldom?.run({ uowFactory: deps() }, signal)
  expect(await notes()).toHaveLength(1)
  expect(seldom?.pauseMilliseconds).toBeGreaterThan(frequent?.pauseMilliseconds ?? Infinity)
})

test('a recount looks where a note says a later instant', async () => {
  const id = newId('organization')
  await addChore(id, 500)
  await lookedAt()
  await db.database.transact((tx) => addRow(tx, id, 0))
  expect(await lookedAt()).toEqual([])
  await recountDue([chores]).run({ uowFactory: deps() }, signal)
  expect(await lookedAt()).toEqual([id])
})

test('on a cluster, what was just committed is looked at once more', async () => {
  const id = newId('organization')
  await addChore(id)
  const looked: OrganizationId[] = []
  const look = () =>
    lookAtDue(
      { ...deps(), database: { ...db.database, isDistributed: true } },
      // It doesn’t see the rows of the other node yet.
      {
        list: { ...chores, findNext: async () => [] },
        signal,
        run: async (ids) => void looked.push(...ids),
      },
    )
  await look()
  await look()
  expect(looked).toEqual([id])
  clock.advance(121)
  await look()
  await look()
  expect(looked).toEqual([id, id])
  expect(await notes()).toEqual([])
})

test('every kind of work has one list', () => {
  const lists = domains.flatMap(({ dueLists }) => dueLists ?? [])
  expect(lists.map((one) => one.kind).toSorted()).toEqual(dueKinds.toSorted())
})
