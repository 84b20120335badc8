import { expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { createOrganization } from '../../test/owned-organization.ts'
import { newBackend } from '../../test/sellers.ts'
import { testServer } from '../../test/server.ts'
import { runOn } from '../../test/sql.ts'
import { systemClock } from '../platform/clock.ts'
import { dueKinds } from '../platform/due/due-list.ts'
import { lookAtDue } from '../platform/due/look-at-due.ts'
import { newId } from '../platform/ids.ts'
import { domains } from './domains.ts'

const db = testDatabase()
/** Without a worker: nobody looks but the tests. */
const server = testServer(db, { GUILDHALL_ROLES: 'web' })

const notesOf = async (id: string): Promise<string[]> => {
  const rows = await runOn<{ kind: string }>(
    db.ownerUrl,
    'select distinct kind from due_note where organization_id = $1 order by kind',
    [id],
  )
  return rows.map(({ kind }) => kind)
}

const lists = domains.flatMap(({ dueLists }) => dueLists ?? [])

async function lookAtAll(): Promise<void> {
  const { signal } = new AbortController()
  const deps = { database: { ...db.database, isDistributed: false }, clock: systemClock }
  for (const list of lists) {
    await lookAtDue(deps, { list, signal, run: async () => undefined })
  }
}

it('where a clock is advanced, all kinds of work are looked for', async () => {
  const acme = await createOrganization(server.current)
  const calls = await newBackend(server.current, acme, ['organizations:write'])
  await lookAtAll()
  expect(await notesOf(acme.id)).toEqual(['metrics.roll_up'])
  expect(await calls.post('/clock/advance', { days: 1 })).toMatchObject({ status: 200 })
  expect(await notesOf(acme.id)).toEqual(dueKinds.toSorted())
})

it('a deleted organization leaves no notes', async () => {
  const acme = await createOrganization(server.current)
  await runOn(db.ownerUrl, "insert into due_note values ($1, $2, default, '9000-01-01')", [
    dueKinds[0],
    acme.id,
  ])
  const body = { organizationId: acme.id }
  const answer = await acme.owner.browser.post('/api/auth/organization/delete', body)
  expect(answer).toMatchObject({ status: 200 })
  await lookAtAll()
  expect(await notesOf(acme.id)).toEqual([])
})

it.each(lists)(
  'one statement reads the next instants of several organizations: $kind',
  async (list) => {
    let statements = 0
    const counting = db.database.kysely.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const ids = [newId('organization'), newId('organization')]
    expect(await list.findNext(counting, ids, systemClock.now())).toEqual([])
    expect(statements).toBe(1)
  },
)
