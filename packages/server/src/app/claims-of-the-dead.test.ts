import type { Id } from '@guildhall/contract/primitives'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { newSeller } from '../../test/deliveries.ts'
import { eventually } from '../../test/eventually.ts'
import { runOn } from '../../test/sql.ts'
import { assert } from '../kernel/assert.ts'
import { freeClaimsOfDead } from '../platform/claims.ts'
import { systemClock } from '../platform/clock.ts'
import { freeDue } from '../platform/free-due.ts'
import { newId } from '../platform/ids.ts'
import { type ProcessLife, showProcessLife } from '../platform/process-life.ts'
import { domains } from './domains.ts'
import { platformClaims } from './platform-jobs.ts'

const db = testDatabase()
const log = pino({ level: 'silent' })
const lives: ProcessLife[] = []

beforeEach(() => {
  sweepsRun.length = 0
  return runOn(
    db.ownerUrl,
    `truncate life, due_note; delete from mail; delete from external_access;
     delete from graphile_worker._private_jobs`,
  )
})
afterEach(async () => {
  await Promise.all(lives.splice(0).map(({ close }) => close()))
})

async function live() {
  const life = showProcessLife(db.database, log)
  lives.push(life)
  await life.opened
  const id = life.claimant()
  assert(id !== null, 'it shows that it lives')
  return { ...life, id }
}

const dueLists = domains.flatMap((domain) => domain.dueLists ?? [])
const claims = [...platformClaims, freeDue(dueLists, (name) => name === 'subscriptions.run_due')]
const sweepsRun: string[] = []
const runSweeps = (names: readonly string[]) => void sweepsRun.push(...names)
const look = () =>
  freeClaimsOfDead({ database: db.database, clock: systemClock, claims, runSweeps })
const listed = () =>
  runOn<{ name: string; isEnded: boolean }>(
    db.ownerUrl,
    'select name, ended_at is not null as "isEnded" from life order by name',
  )
/** Instead of waiting. */
const shiftEnds = (by: string) =>
  runOn(db.ownerUrl, `update life set ended_at = ended_at - interval '${by}'`)

const notes = () =>
  runOn(
    db.ownerUrl,
    `select kind, organization_id as "organizationId", due_at <= now() as "isDue" from due_note
      order by due_at, kind`,
  )

async function claimMail(processId: Id<'process'>): Promise<Id<'mail'>> {
  const id = newId('mail')
  await runOn(
    db.ownerUrl,
    `insert into mail (id, recipient, subject, body, created_at, claimed_until, claimed_by)
     values ($1, 'ann@example.com', 'Hello', '\\x00', now(), now() + interval '2 minutes', $2)`,
    [id, processId],
  )
  return id
}

const claimedMails = () =>
  runOn<{ id: string }>(db.ownerUrl, 'select id from mail where claimed_until > now() order by id')

const jobs = () =>
  runOn(db.ownerUrl, 'select task_identifier as task, key from graphile_worker.jobs')

/** Looks as often as it takes for a death to count. */
async function lookTwice(): Promise<void> {
  await look()
  await shiftEnds('1 second')
  await look()
}

describe('what a dead process has claimed', () => {
  it('is free after two looks, and nothing of others', async () => {
    const [dead, living] = [await live(), await live()]
    const freed = await claimMail(dead.id)
    const kept = await claimMail(living.id)
    await dead.close()
    await eventually(async () => {
      await look()
      expect(await listed()).toContainEqual({ name: `process.${dead.id}`, isEnded: true })
    })
    await lookTwice()
    expect(sweepsRun).toEqual([])
    expect(await claimedMails()).toEqual([{ id: kept }])
    expect(await jobs()).toEqual([{ task: 'mail.send', key: `mail.send:${freed}` }])
  })

  it('is free also if its last statement ends after it, and then its name is forgotten', async () => {
    const dead = await live()
    await dead.close()
    await eventually(async () => {
      await look()
      expect(await listed()).toMatchObject([{ isEnded: true }])
    })
    await lookTwice()
    await claimMail(dead.id)
    await look()
    expect(await claimedMails()).toEqual([])
    expect(await listed()).toHaveLength(1)
    await shiftEnds('5 seconds')
    await look()
    expect(await listed()).toEqual([])
  })

  it('at another service is called again, and nobody is sure what has happened', async () => {
    const [dead, living] = [await live(), await live()]
    const seller = await newSeller(db.database)
    for (const [account, by] of [
      ['1', dead.id],
      ['2', living.id],
    ]) {
      await runOn(
        db.ownerUrl,
        `insert into external_access (organization_id, id, provider, account_id, place, due_at,
             leased_until, leased_by)
         values ($1, gen_random_uuid(), 'discord', $2, '{}', now(), now() + interval '2 minutes', $3)`,
        [seller, account, by],
      )
    }
    await dead.close()
    await eventually(async () => {
      await lookTwice()
      const free = await runOn(
        db.ownerUrl,
        `select account_id as account, leased_until is null as "isForgotten"
           from external_access where leased_by is null`,
      )
      expect(free).toEqual([{ account: '1', isForgotten: false }])
    })
    const note = { kind: 'entitlements.deliver_access', organizationId: seller, isDue: true }
    expect(await notes()).toEqual([note])
    expect(await jobs()).toEqual([])
    expect(sweepsRun).toEqual([note.kind])
  })

  it('are notes, and others look instead', async () => {
    const [dead, living] = [await live(), await live()]
    const kinds = ['checkout.expire_due', 'subscriptions.run_due']
    for (const by of [dead.id, living.id]) {
      await runOn(
        db.ownerUrl,
        `insert into due_note (kind, organization_id, due_at, taken_by)
         select kind, gen_random_uuid(), now() + interval '5 minutes', $1
           from unnest($2::text[]) as kinds (kind)`,
        [by, kinds],
      )
    }
    await dead.close()
    await eventually(async () => {
      await lookTwice()
      expect(await notes()).toMatchObject([
        { kind: 'checkout.expire_due', isDue: true },
        { kind: 'subscriptions.run_due', isDue: true },
        { kind: 'checkout.expire_due', isDue: false },
        { kind: 'subscriptions.run_due', isDue: false },
      ])
    })
    const task = 'subscriptions.run_due'
    expect(await jobs()).toEqual([{ task, key: `${task}:freed` }])
  })
})

it('a process that loses only its connection keeps its claims', async () => {
  const life = await live()
  const mail = await claimMail(life.id)
  await runOn(
    db.ownerUrl,
    `select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and mode = 'ShareLock'
        and database = (select oid from pg_database where datname = current_database())`,
  )
  await eventually(async () => {
    await look()
    expect(await listed()).toMatchObject([{ isEnded: true }])
  })
  expect(await claimedMails()).toEqual([{ id: mail }])
  await eventually(async () => expect(await listed()).toMatchObject([{ isEnded: false }]))
  await lookTwice()
  expect(await listed()).toMatchObject([{ isEnded: false }])
  expect(await claimedMails()).toEqual([{ id: mail }])
})

it('a living process can leave its claims to others once, and claims anew', async () => {
  const life = await live()
  const left = await claimMail(life.id)
  life.leaveClaims()
  await eventually(() => expect(life.claimant()).not.toBe(life.id))
  const claimant = life.claimant()
  assert(claimant !== null, 'it shows that it lives')
  const kept = await claimMail(claimant)
  await eventually(async () => {
    await lookTwice()
    expect(await claimedMails()).toEqual([{ id: kept }])
  })
  expect(await jobs()).toEqual([{ task: 'mail.send', key: `mail.send:${left}` }])
  life.leaveClaims()
  await lookTwice()
  expect(life.claimant()).toBe(claimant)
  expect(await claimedMails()).toEqual([{ id: kept }])
})

it('a process whose life can’t be seen claims nothing under its name', async () => {
  const life = await live()
  await life.close()
  expect(life.claimant()).toBeNull()
})
