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
import { openQueueLife } from './queue-life.ts'

export interface TaskContext {
  readonly jobId: string
  /** Counts from one. */
  readonly attempt: number
  readonly attemptsMax: number
  /** Aborted when the process is asked to stop and the job takes too long over it. */
  readonly signal: AbortSignal
  readonly log: Logger
}

/** What a job does. It may run again after a crash, so it must not mind having run before. */
export type Task = (payload: unknown, context: TaskContext) => Promise<void>

export type Tasks = Readonly<Record<string, Task>>

export interface Schedule {
  readonly task: string
  /** Five fields of crontab, in UTC. */
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
  /** How often jobs of processes that died are looked for. */
  readonly lookMilliseconds?: number
}

export interface Queue {
  /** Takes no more jobs and resolves when those under way are done. */
  readonly stop: () => Promise<void>
}

const jobsAtOnceDefault = 4
const pollMillisecondsDefault = 1_000
/**
 * Jobs are fetched some at a time, and ended together with those that end a moment later. What waits
 * here for a free hand is soon given back, for another process may have one.
 */
const worker = { localQueue: { size: 8, ttl: 500 }, completeJobBatchDelay: 10 } as const
const restartMilliseconds = 1_000
const abortMilliseconds = 5_000

/** Runs jobs for as long as it is not stopped, through any number of losses of the database. */
export function startQueue(options: QueueOptions): Queue {
  const { log } = options
  let stopped = false
  let runner: Runner | null = null
  let wakeUp = () => undefined as void

  async function keepRunning(): Promise<void> {
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
    const life = openQueueLife(options.database, log, options.lookMilliseconds)
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

  const running = keepRunning()
  return {
    stop: async () => {
      stopped = true
      wakeUp()
      // A runner that has just ended by itself says that it can't be stopped.
      await runner?.stop().catch(() => undefined)
      await running
    },
  }
}

/** Runs what is due now, and what follows from it, and answers when nothing is left. */
export async function runDueJobs(
  options: Pick<QueueOptions, 'database' | 'tasks' | 'log'>,
): Promise<void> {
  await runOnce({ ...runnerOptions({ ...options, schedules: [] }), events: new EventEmitter() })
}

function runnerOptions(options: QueueOptions): RunnerOptions {
  const { database, tasks, schedules, log } = options
  return {
    pgPool: database.directPool,
    noPreparedStatements: !database.namesStatements,
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

// The queue tells at length of each job; only what went wrong is news.
function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger((scope) => (level: `${LogLevel}`, message) => {
    if (level === 'error') log.error(scope, message)
    else if (level === 'warning') log.warn(scope, message)
    else log.debug(scope, message)
  })
}
