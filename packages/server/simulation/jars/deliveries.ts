import { dispatchBatch } from '../../src/platform/outbox/dispatch.ts'
import { startDispatcher } from '../../src/platform/outbox/dispatcher.ts'
import { jobsOf, type LoggedEvent, type Reaction } from '../../src/platform/outbox/reactions.ts'
import { runDueJobs } from '../../src/platform/queue.ts'
import type { Chance } from '../chance.ts'
import { SimulatedCrash } from '../crash.ts'
import type { Ground } from '../ground.ts'
import { until } from '../interleaving.ts'
import type { Operation } from '../world.ts'
import type { Jars } from './guilds.ts'
import { countNotes, type NotePlace, noteTask, retryNow, writeNote } from './notes.ts'

const reactions: readonly Reaction[] = [
  {
    on: 'jar.changed',
    jobs: ({ organizationId, sequence, payload }) => [
      { task: noteTask, payload: { organizationId, sequence, change: payload['change'] ?? null } },
    ],
  },
]

const react = (event: LoggedEvent) => jobsOf(reactions, event)

export const deliveryOperations = (jars: Jars): Operation[] => [
  { weight: 4, run: () => dispatch(jars) },
  { weight: 2, run: () => dispatchTwice(jars) },
  { weight: 2, run: (chance) => crashDispatcher(jars, chance) },
  { weight: 1, run: () => letDispatchersRun(jars) },
  { weight: 3, run: () => runJobs(jars) },
  { weight: 2, run: (chance) => crashJob(jars, chance) },
]

async function dispatch({ ground }: Jars): Promise<string> {
  return `dispatch ${await dispatchBatch(ground.database, react, 'wait')} events`
}

async function dispatchTwice({ ground }: Jars): Promise<string> {
  const turns = [
    dispatchBatch(ground.database, react, 'wait'),
    dispatchBatch(ground.database, react, 'wait'),
  ]
  const [first, second] = await Promise.all(turns)
  return `two dispatchers race and move ${(first ?? 0) + (second ?? 0)} events`
}

async function crashDispatcher({ ground }: Jars, chance: Chance): Promise<string> {
  const crashAt = chance.whole(1, 4)
  let seen = 0
  const reactUntilCrash = (event: LoggedEvent) => {
    seen += 1
    if (seen === crashAt) throw new SimulatedCrash()
    return react(event)
  }
  try {
    const moved = await dispatchBatch(ground.database, reactUntilCrash, 'wait')
    return `dispatch ${moved} events, too few for a crash at event ${crashAt}`
  } catch (error) {
    if (!(error instanceof SimulatedCrash)) throw error
    return `the dispatcher crashes at event ${crashAt} of its batch`
  }
}

async function letDispatchersRun({ ground }: Jars): Promise<string> {
  const waiting = await countWaiting(ground)
  const dispatchers = [1, 2].map(() => startDispatcher({ ...ground, reactions }))
  await until('all events are moved', async () => {
    for (const { wake } of dispatchers) wake()
    return (await countWaiting(ground)) === 0
  })
  await Promise.all(dispatchers.map(({ stop }) => stop()))
  return `two dispatchers start, move ${waiting} events and stop`
}

async function countWaiting({ database }: Ground): Promise<number> {
  const { rows } = await database.pool.query<{ waiting: number }>(
    'select count(*)::int as waiting from outbox',
  )
  return rows[0]?.waiting ?? 0
}

async function runJobs(jars: Jars): Promise<string> {
  return `run jobs: ${await runNotes(jars, null)} new notes`
}

// The job has done its work when it crashes, and the queue doesn't know: it will be done again.
async function crashJob(jars: Jars, chance: Chance): Promise<string> {
  const { ground, guilds } = jars
  const guild = chance.pick(guilds)
  const sequence = (await notesOf(ground, guild.id)) + chance.whole(1, 5)
  const notes = await runNotes(jars, { organizationId: guild.id, sequence })
  return `run jobs: ${notes} new notes, a crash after note ${sequence} of ${guild.name}`
}

async function notesOf({ database }: Ground, guild: string): Promise<number> {
  const { rows } = await database.pool.query<{ notes: number }>(
    'select count(*)::int as notes from jar_note where organization_id = $1',
    [guild],
  )
  return rows[0]?.notes ?? 0
}

async function runNotes({ ground, fault }: Jars, crashAfter: NotePlace | null): Promise<number> {
  const { database, log } = ground
  const before = await countNotes(ground)
  await retryNow(ground)
  await runDueJobs({ database, log, tasks: { [noteTask]: writeNote(ground, fault, crashAfter) } })
  return (await countNotes(ground)) - before
}
