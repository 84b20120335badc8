import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type JobHelpers,
  type LogLevel,
  parseCronItems,
  Logger as QueueLogger,
  type Runner,
  type RunnerOptions,
  run,
  runOnce,
  type TaskList,
} from 'graphile-worker'
import type { Logger } from 'pino'
import type { Database } from './database/database.ts'
import type { JsonObject } from './database/json.ts'
import { openQueueLife } from './worker-heartbeat.ts'

export interface TaskContext {
  readonly jobId: string
  /** Counts from one. */
  readonly attempt: number
  readonly attemptsMax: number
  /** Aborted when the process is stopping and the job takes too long. */
  readonly signal: AbortSignal
  readonly log: Logger
}

/** The work of a job. It may run again after a crash, so it must be idempotent. */
export type Task = (payload: unknown, context: TaskContext) => Promise<void>

export type Tasks = Readonly<Record<string, Task>>

export interface Schedule {
  readonly task: string
  /** A five-field crontab, in UTC. */
  readonly cron: string
  readonly payload?: JsonObject
}

export interface QueueOptions {
  readonly database: Database
  readonly tasks: Tasks
  readonly schedules: readonly Schedule[]
  readonly log: Logger
  readonly jobsAtOnce?: number
  readonly pollMilliseconds?: number
  /** How often jobs of dead processes are looked for. */
  readonly pollForStuckMilliseconds?: number
}

export interface Queue {
  /** Takes no more jobs and resolves when the running ones are done. */
  readonly stop: () => Promise<void>
}

const jobsAtOnceDefault = 4
const pollMillisecondsDefault = 1_000
/**
 * Jobs are fetched in batches, and reported in batches after a moment. Fetched jobs that wait too
 * long for a free slot are returned, since another process may have one. A runner ends when it can’t
 * report a batch; of a single failed job it would only lose the report, and keep the job locked.
 */
const worker = {
  localQueue: { size: 8, ttl: 500 },
  completeJobBatchDelay: 10,
  failJobBatchDelay: 10,
} as const
const restartMilliseconds = 1_000
const abortMilliseconds = 5_000
/** Longer than it takes to find out that there is no connection. */
const endMillisecondsMax = 10_000

/** Runs jobs until stopped, surviving any number of database failures. */
export function startQueue(options: QueueOptions): Queue {
  const { log } = options
  let stopped = false
  let runner: Runner | null = null
  let wakeUp = () => undefined as void

  async function runForever(): Promise<void> {
    while (!stopped) {
      try {
        await runUntilStopped()
      } catch (error) {
        log.warn({ err: error }, 'the job queue stopped; starting it again')
      }
      if (!stopped) await pause()
    }
  }

  async function runUntilStopped(): Promise<void> {
    const life = openQueueLife(options.database, log, options.pollForStuckMilliseconds)
    const running = new Set<Promise<void>>()
    const tasks = trackedTasks(options.tasks, running)
    try {
      runner = await run({
        ...runnerOptions({ ...options, tasks }),
        preset: { worker },
        events: life.events,
      })
      if (stopped) await runner.stop()
      await untilEnded(runner, { ending: life.ending, running, log })
    } finally {
      runner = null
      await Promise.allSettled(running)
      await life.close()
    }
  }

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, restartMilliseconds)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const running = runForever()
  return {
    stop: async () => {
      stopped = true
      wakeUp()
      // A runner that has just ended by itself rejects when it is stopped.
      await Promise.race([running, runner?.stop().catch(() => undefined)])
      await running
    },
  }
}

interface Ending {
  /** Resolves when the runner takes no more jobs. */
  readonly ending: Promise<void>
  readonly running: ReadonlySet<Promise<void>>
  readonly log: Logger
}

/** A runner that couldn’t report one batch may wait forever for the reports of later ones. */
async function untilEnded(runner: Runner, { ending, running, log }: Ending): Promise<void> {
  const ended = new AbortController()
  const giveUp = async () => {
    await ending
    await Promise.allSettled(running)
    await delay(endMillisecondsMax, undefined, { signal: ended.signal })
    log.warn('the job queue does not end; leaving it')
    await runner.stop()
  }
  try {
    await Promise.race([runner.promise, giveUp().catch(() => undefined)])
  } finally {
    ended.abort()
  }
}

/** Adds the runs of the tasks to a set while they last. */
const trackedTasks = (tasks: Tasks, running: Set<Promise<void>>): Tasks =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload, context) => {
        const run = task(payload, context).finally(() => running.delete(run))
        running.add(run)
        return run
      },
    ]),
  )

/** Runs the due jobs and those that they add, and returns when none is left. */
export async function runDueJobs(
  options: Pick<QueueOptions, 'database' | 'tasks' | 'log'>,
): Promise<void> {
  await runOnce({ ...runnerOptions({ ...options, schedules: [] }), events: new EventEmitter() })
}

function runnerOptions(options: QueueOptions): RunnerOptions {
  const { database, tasks, schedules, log } = options
  return {
    pgPool: database.directPool,
    noHandleSignals: true,
    concurrency: options.jobsAtOnce ?? jobsAtOnceDefault,
    pollInterval: options.pollMilliseconds ?? pollMillisecondsDefault,
    gracefulShutdownAbortTimeout: abortMilliseconds,
    logger: queueLogger(log),
    taskList: taskList(tasks, log),
    parsedCronItems: parseCronItems(
      schedules.map(({ task, cron, payload }) => ({
        task,
        match: cron,
        identifier: task,
        ...(payload && { payload: { ...payload } }),
      })),
    ),
  }
}

function taskList(tasks: Tasks, log: Logger): TaskList {
  const entries = Object.entries(tasks).map(([name, task]) => [
    name,
    (payload: unknown, helpers: JobHelpers) => task(payload, contextOf(name, helpers, log)),
  ])
  return Object.fromEntries(entries)
}

function contextOf(name: string, { job, abortSignal }: JobHelpers, log: Logger): TaskContext {
  return {
    jobId: String(job.id),
    attempt: job.attempts,
    attemptsMax: job.max_attempts,
    signal: abortSignal,
    log: log.child({ task: name, jobId: String(job.id) }),
  }
}

// The queue logs every job at length; only failures matter.
function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger((scope) => (level: `${LogLevel}`, message) => {
    if (level === 'error') log.error(scope, message)
    else if (level === 'warning') log.warn(scope, message)
    else log.debug(scope, message)
  })
}
