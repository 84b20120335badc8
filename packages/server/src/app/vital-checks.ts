import type { HealthCheckName } from '@guildhall/contract/health'
import type { ReplicaState } from '../platform/database/replica.ts'
import { counted, type Finding, fine, weak, wrong } from './findings.ts'
import type { Vitals } from './vitals.ts'

const databaseVersionMin = 150_000
const eventSecondsMax = 60
const jobSecondsMax = 300
const standbySecondsMax = 60
const clockMillisecondsApartMax = 2000

type VitalCheckName = Extract<
  HealthCheckName,
  'database' | 'events' | 'jobs' | 'standbys' | 'archive'
>

/** What the vitals of a server mean. */
export const examineVitals = {
  database: ({ database: { version, number } }) => [
    number >= databaseVersionMin
      ? fine(`PostgreSQL ${version}`)
      : wrong(`PostgreSQL ${version}`, '15 or newer is needed'),
  ],
  events: ({ events: { waiting, oldestSeconds } }) => [
    oldestSeconds <= eventSecondsMax
      ? fine('events are dispatched without delay')
      : wrong(
          `${counted(waiting, 'event')} waiting, the oldest for ${oldestSeconds} s`,
          'no worker is running, or its log says what stops it. Start a process with the role worker',
        ),
  ],
  jobs: ({ jobs: { waiting, oldestSeconds, failed } }) => [
    oldestSeconds <= jobSecondsMax
      ? fine('jobs run when they are due')
      : wrong(
          `${counted(waiting, 'job')} waiting, the oldest for ${oldestSeconds} s`,
          'no worker is running, or there are more jobs than it can run. Start another process ' +
            'with the role worker',
        ),
    ...(failed === 0
      ? []
      : [
          weak(
            `${counted(failed, 'job')} failed in all attempts`,
            'the page Jobs shows each with its error, and retries it; none is run again by itself',
          ),
        ]),
  ],
  standbys: ({ standbys }) => {
    const late = standbys.filter(({ lagSeconds }) => (lagSeconds ?? 0) > standbySecondsMax)
    if (late.length > 0) return late.map(lateFinding)
    if (standbys.length === 0) return []
    const isHidden = standbys.some(({ lagSeconds }) => lagSeconds === null)
    return [
      isHidden
        ? weak(
            `${counted(standbys.length, 'standby')} connected, but how far behind is not shown`,
            'grant the role pg_monitor to the role of the server',
          )
        : fine(`${counted(standbys.length, 'standby')} connected and up to date`),
    ]
  },
  archive: ({ archive }) => {
    if (archive === null) return []
    const since = archive.lastArchivedAt?.toISOString() ?? 'the beginning'
    return [
      archive.isFailing
        ? wrong(
            `PostgreSQL has archived no WAL since ${since}, so nothing later can be restored`,
            'its log says why archive_command fails',
          )
        : fine('PostgreSQL archives its WAL'),
    ]
  },
} as const satisfies Readonly<Record<VitalCheckName, (vitals: Vitals) => Finding[]>>

/** Reads that it can’t answer are answered by the primary, so none of this is an outage. */
export function replicaFinding(
  { status, lagSeconds, reason }: ReplicaState,
  lagSecondsMax: number,
): Finding {
  switch (status) {
    case 'serving':
      return fine('lists and analytics are read from the replica')
    case 'behind':
      return weak(
        lagSeconds === null
          ? 'the replica has not replayed what the primary had when this process began to look'
          : `the replica is ${Math.round(lagSeconds)} s behind, more than the ${lagSecondsMax} s of DATABASE_REPLICA_MAX_LAG`,
        'the primary answers its reads. pg_stat_replication on the primary and the log of the replica say why',
      )
    case 'unreachable':
      return weak(
        `the replica cannot be reached: ${reason ?? 'it does not respond'}`,
        'the primary answers its reads. Start it, or check DATABASE_REPLICA_URL',
      )
    case 'promoted':
      return weak(
        'DATABASE_REPLICA_URL leads to a server that is no standby',
        'the primary answers its reads. After a failover set it to a standby of the new primary',
      )
  }
}

interface Clocks {
  /** Of this machine, when the database was asked and when it answered. */
  readonly before: Date
  readonly after: Date
  readonly there: Date
}

/** A slow answer is no wrong clock. */
export function examineClocks({ before, there, after }: Clocks): Finding {
  const apart = Math.max(0, before.getTime() - there.getTime(), there.getTime() - after.getTime())
  return apart <= clockMillisecondsApartMax
    ? fine('the clocks of this machine and of the database agree')
    : weak(
        `the clocks of this machine and of the database are ${Math.round(apart / 1000)} s apart`,
        'set both by NTP',
      )
}

const lateFinding = ({ name, lagSeconds }: Vitals['standbys'][number]): Finding =>
  weak(
    `the standby ${name} is ${lagSeconds} s behind`,
    'what was written meanwhile is lost if it takes over. Its log and the network between the two ' +
      'say why',
  )
