// While a release replaces another, workers of both run jobs of both.
import * as z from 'zod/mini'
import { domains } from '../packages/server/src/app/domains.ts'
import { platformJobs } from '../packages/server/src/app/platform-jobs.ts'
import {
  RetryReactionPayload,
  retryReactionTask,
} from '../packages/server/src/platform/outbox/retry-reaction.ts'
import { retrySummaryTask } from '../packages/server/src/platform/outbox/summarize.ts'
import { RetrySummaryPayload } from '../packages/server/src/platform/retry-summary.ts'
import type { Released, ReleasedPayload } from './released.ts'

type Tasks = Released['tasks']

/** The tasks of this code, with the shapes of their payloads. */
export function tasksHere(): Tasks {
  const jobs = [
    ...platformJobs,
    ...domains.flatMap((domain) => domain.jobs ?? []),
    { name: retryReactionTask, payload: RetryReactionPayload },
    { name: retrySummaryTask, payload: RetrySummaryPayload },
  ]
  const shapes = jobs.map(({ name, payload }): [string, ReleasedPayload] => [
    name,
    payload === null ? {} : payloadOf(z.toJSONSchema(payload, written)),
  ])
  return Object.fromEntries(shapes.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

const written = { io: 'input', unrepresentable: 'any' } as const

/** What must not be changed in one release. */
export function jobFaults(released: Tasks, here: Tasks): string[] {
  return Object.entries(released).flatMap(([task, payload]) => {
    const now = here[task]
    if (now === undefined) {
      return [
        `${task}: jobs of the last release would wait for it forever: keep the task for one more ` +
          'release, without what adds jobs to it',
      ]
    }
    return payloadFaults(payload, now).map((fault) => `${task}: ${fault}`)
  })
}

const lenient = /\?$/

function payloadFaults(released: ReleasedPayload, here: ReleasedPayload): string[] {
  const removed = Object.entries(released).flatMap(([key, type]) => {
    const now = here[key]
    if (now === type || (now === undefined && lenient.test(key))) return []
    return now === undefined
      ? [`workers of the last release need ${key}: keep it required for one more release`]
      : [
          `${key} is ${now}, and was ${type}: workers of the last release can’t read it; add another`,
        ]
  })
  const added = Object.keys(here).filter((key) => !(key in released) && !lenient.test(key))
  return [
    ...removed,
    ...added.map((key) => `jobs of the last release have no ${key}: let it be optional`),
  ]
}

type JsonSchema = z.core.JSONSchema.BaseSchema

/** A union of objects has one key without a name. */
function payloadOf(schema: JsonSchema): ReleasedPayload {
  return schema.properties === undefined
    ? { '': typeOf(schema) }
    : Object.fromEntries(propertiesOf(schema))
}

const propertiesOf = ({ properties = {}, required = [] }: JsonSchema): [string, string][] =>
  Object.entries(properties).map(([key, property]) => [
    required.includes(key) ? key : `${key}?`,
    typeof property === 'boolean' ? 'any' : typeOf(property),
  ])

function typeOf(schema: JsonSchema): string {
  const { anyOf, oneOf, format, type, items } = schema
  const options = anyOf ?? oneOf
  if (options !== undefined) {
    return options.map((one) => (typeof one === 'boolean' ? 'any' : typeOf(one))).join(' | ')
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (type === 'object') {
    const inner = propertiesOf(schema).map(([key, text]) => `${key}: ${text}`)
    return `{ ${inner.join('; ')} }`
  }
  if (type === 'array' && items !== undefined && !Array.isArray(items)) {
    return `(${typeof items === 'boolean' ? 'any' : typeOf(items)})[]`
  }
  return format ?? String(type ?? 'any')
}
