import * as z from 'zod/mini'
import { forOperators } from '../identity/for-operators.ts'
import { operation } from '../operation.ts'
import { instant } from '../primitives.ts'

/**
 * `waiting` has not run yet, `retrying` has failed and runs again by itself, `dead` has failed so
 * often that it runs again only when an operator retries it.
 */
export const jobStates = ['waiting', 'running', 'retrying', 'dead'] as const
export type JobState = (typeof jobStates)[number]

export const jobsPerPageDefault = 50
const jobsPerPageMax = 200
const taskLengthMax = 128
/** How many jobs one call retries. */
export const retriedJobsMax = 1000

const task = z.string().check(z.minLength(1), z.maxLength(taskLengthMax))
const jobId = z.string().check(z.regex(/^\d{1,18}$/, 'Not the ID of a job'))

const Job = z.object({
  id: z.string(),
  task: z.string(),
  state: z.enum(jobStates),
  attempts: z.int(),
  attemptsMax: z.int(),
  createdAt: instant,
  /** Null while it runs, and for dead ones. */
  nextAttemptAt: z.nullable(instant),
  /** The beginning of its last error, without credentials and email addresses. */
  lastError: z.nullable(z.string()),
  /** The ids of the objects it is about, by field. */
  objects: z.record(z.string(), z.string()),
})

const TaskJobs = z.object({
  task: z.string(),
  waiting: z.int(),
  running: z.int(),
  retrying: z.int(),
  dead: z.int(),
})

export const listJobs = operation({
  ...forOperators,
  name: 'listJobs',
  reads: 'replica',
  method: 'GET',
  path: '/api/auth/admin/list-jobs',
  summary: 'List jobs',
  description:
    'The jobs that are waiting, running, retrying or dead, newest first. A job that has ' +
    'succeeded is deleted. Of its payload only ids are shown.',
  may: 'job:list',
  query: z.object({
    state: z.optional(z.enum(jobStates)),
    task: z.optional(task),
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(jobsPerPageMax))),
    /** The `nextCursor` of the previous page. */
    cursor: z.optional(jobId),
  }),
  returns: z.object({
    jobs: z.array(Job),
    /** For the next, older page; null on the last page. */
    nextCursor: z.nullable(z.string()),
  }),
  refuses: ['unauthorized', 'you_are_not_allowed_to_list_jobs'],
})

export const countJobs = operation({
  ...forOperators,
  name: 'countJobs',
  reads: 'replica',
  method: 'GET',
  path: '/api/auth/admin/count-jobs',
  summary: 'Count jobs by task and state',
  description: 'Tasks without jobs are left out; those with most dead jobs come first.',
  may: 'job:list',
  query: z.object({}),
  returns: z.object({ tasks: z.array(TaskJobs) }),
  refuses: ['unauthorized', 'you_are_not_allowed_to_list_jobs'],
})

export const retryJob = operation({
  ...forOperators,
  name: 'retryJob',
  method: 'POST',
  path: '/api/auth/admin/retry-job',
  summary: 'Retry a job',
  description:
    'Runs a job that is retrying or dead now. A dead one gets all its attempts again. Refused if ' +
    'the job has been tried since it was listed.',
  may: 'job:retry',
  body: z.object({
    jobId,
    /** As listed. */
    attempts: z.int().check(z.minimum(1)),
  }),
  returns: z.object({ success: z.literal(true) }),
  refuses: [
    'unauthorized',
    'you_are_not_allowed_to_retry_jobs',
    'job_not_found',
    'job_has_changed',
  ],
})

export const retryDeadJobs = operation({
  ...forOperators,
  name: 'retryDeadJobs',
  method: 'POST',
  path: '/api/auth/admin/retry-dead-jobs',
  summary: 'Retry the dead jobs of a task',
  description: `Runs up to ${retriedJobsMax} of them now, the oldest first, with all their attempts again.`,
  may: 'job:retry',
  body: z.object({ task }),
  returns: z.object({
    retriedCount: z.int(),
    /** How many dead jobs of the task are left. */
    deadCount: z.int(),
  }),
  refuses: ['unauthorized', 'you_are_not_allowed_to_retry_jobs'],
})
