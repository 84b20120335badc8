import type { Schema } from '@guildhall/contract/operation'
import * as z from 'zod/mini'
import type { JsonObject } from './database/json.ts'
import type { Job, Reaction } from './outbox/reactions.ts'
import type { Trigger } from './outbox/triggers.ts'
import type { Schedule, Task, TaskContext, Tasks } from './queue.ts'

/** One requested run of a job. */
export interface JobRequest<P> {
  readonly payload: P
  /** Of the waiting runs with the same key only the latest is kept. */
  readonly key?: string
  readonly runAt?: Date
  readonly attemptsMax?: number
}

/** Work that runs later and at least once: after certain events, on a schedule, or both. */
export interface JobDefinition<in Deps> {
  readonly name: string
  /** Null for a job without one. */
  readonly payload: Schema | null
  readonly reactions: readonly Reaction[]
  readonly schedule: Schedule | null
  readonly task: (deps: Deps) => Task
}

interface JobDeclaration<S extends Schema, Deps> {
  readonly name: string
  readonly payload: S
  /** The events that trigger it. */
  readonly on: readonly Trigger<JobRequest<z.output<S>>>[]
  readonly run: (deps: Deps, payload: z.output<S>, context: TaskContext) => Promise<void>
}

export const job = <S extends Schema, Deps>({
  name,
  payload: schema,
  on,
  run,
}: JobDeclaration<S, Deps>): JobDefinition<Deps> => ({
  name,
  payload: schema,
  schedule: null,
  reactions: on.flatMap(({ names, requestsOf }) =>
    names.map((event) => ({
      on: event,
      jobs: (logged) => requestsOf(logged).map((request) => jobFor(name, request)),
    })),
  ),
  task: (deps) => (payload, context) => run(deps, z.parse(schema, payload), context),
})

interface ScheduledJob<Deps> {
  readonly name: string
  /** A five-field crontab, in UTC. */
  readonly cron: string
  readonly run: (deps: Deps, context: TaskContext) => Promise<void>
}

/** A job triggered by its schedule. */
export const schedule = <Deps>({ name, cron, run }: ScheduledJob<Deps>): JobDefinition<Deps> => ({
  name,
  payload: null,
  schedule: { task: name, cron },
  reactions: [],
  task: (deps) => (_payload, context) => run(deps, context),
})

function jobFor(task: string, { payload, ...options }: JobRequest<unknown>): Job {
  // Dates are serialized as text on the way to the queue anyway.
  const json: JsonObject = JSON.parse(JSON.stringify(payload))
  return { task, payload: json, ...options }
}

export const reactionsOf = <Deps>(jobs: readonly JobDefinition<Deps>[]): readonly Reaction[] =>
  jobs.flatMap(({ reactions }) => reactions)

export const schedulesOf = <Deps>(jobs: readonly JobDefinition<Deps>[]): readonly Schedule[] =>
  jobs.flatMap(({ schedule: found }) => found ?? [])

export const tasksOf = <Deps>(jobs: readonly JobDefinition<Deps>[], deps: Deps): Tasks =>
  Object.fromEntries(jobs.map(({ name, task }) => [name, task(deps)]))
