import { EventEmitter } from 'node:events'
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
 * Jobs are fetched in batches, and completed in batches after a moment. Fetched jobs that wait too
 * long for a free slot are returned, since another process may have one.
 */
const worker = { localQueue: { size: 8, ttl: 500 }, completeJobBatchDelay: 10 } as const
const restartMilliseconds = 1_000
const abortMilliseconds = 5_000

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
    try {
      runner = await run({ ...runnerOptions(options), preset: { worker }, events: life.events })
      if (stopped) await runner.stop()
      await runner.promise
    } finally {
      runner = null
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
      await runner?.stop().catch(() => undefined)
      await running
    },
  }
}

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
