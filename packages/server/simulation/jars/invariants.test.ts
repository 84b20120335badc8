import { expect, inject, it } from 'vitest'
import { onFreshGround } from '../fresh-ground.ts'
import { brokenInvariants, simulate } from '../simulate.ts'
import type { OpenWorld, World } from '../world.ts'
import { openJars } from './world.ts'

// The log is append-only, even for its owner.
const openLog = `
  alter table event_log disable trigger append_only;
  alter table event_log disable trigger append_only_truncate;`

// Lets a sound world grow, changes its database behind its back, and asks what is broken.
async function brokenAfter(statement: string): Promise<string[]> {
  return onFreshGround(inject('testCluster'), async (ground) => {
    const worlds: World[] = []
    const open: OpenWorld = async (...given) => {
      const world = await openJars(null)(...given)
      worlds.push(world)
      return world
    }
    await simulate({ seed: 7, steps: 35, ground, open, write: () => undefined })
    await ground.own(`${openLog} ${statement}`)
    return (await Promise.all(worlds.map(brokenInvariants))).flat()
  })
}

it.each([
  ['what was acknowledged is there', 'update jar set coins = coins + 1'],
  ['events tell the state', 'update jar set coins = coins + 1'],
  ['every version has one event', 'update jar set version = version + 1'],
  ['the sequence has no gap', 'delete from event_log where sequence = 2'],
  ['the sequence has no gap', 'update event_line set sequence = sequence + 1'],
  ['events of a jar are in order', 'update event_log set object_version = 9 - object_version'],
  [
    'events of a jar are in order',
    "update event_log set organization_time = organization_time - sequence * '9 d'::interval",
  ],
  ['a note says what its event says', 'update jar_note set change = change + 1'],
  ['a note says what its event says', 'update jar_note set sequence = sequence + 1000'],
  [
    'when no job waits every event has its note',
    'delete from jar_note; delete from graphile_worker._private_jobs',
  ],
])('%s: not after %s', async (name, statement) => {
  const names = (await brokenAfter(statement)).map((fault) => fault.split(':')[0])
  expect(names).toContain(name)
})

it('all hold where nobody touches the database', async () => {
  expect(await brokenAfter('select 1')).toEqual([])
})
