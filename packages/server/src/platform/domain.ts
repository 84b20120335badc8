import type { TimelineTypes } from '../kernel/timeline.ts'
import type { DueWork } from './due-work.ts'
import type { Hooks } from './hooks.ts'
import type { Resolvers } from './http/callers.ts'
import type { PageRoute } from './http/page.ts'
import type { OperationRoute } from './http/serve.ts'
import type { JobDefinition } from './jobs.ts'
import type { Summary } from './outbox/summary.ts'
import type { SweepDefinition } from './sweeps.ts'

/** Everything that one domain contributes to the server; `app/domains.ts` lists them all. */
export interface Domain<in Deps> {
  readonly name: string
  /** Handlers of API operations. */
  readonly operations?: (deps: Deps) => readonly OperationRoute[]
  /** Routes outside the API: pages, downloads, webhooks of payment processors. */
  readonly pages?: (deps: Deps) => readonly PageRoute[]
  /** Authentication of the domain's callers. */
  readonly resolvers?: (deps: Deps) => Resolvers
  readonly jobs?: readonly JobDefinition<Deps>[]
  readonly sweeps?: readonly SweepDefinition<Deps>[]
  /** Work due when an organization's clock is advanced, in this order. */
  readonly dueWork?: (deps: Deps) => readonly DueWork[]
  /** Hooks that run when a domain to its left deletes or changes something. */
  readonly hooks?: (deps: Deps) => Partial<Hooks>
  /** How its events are shown in a customer's timeline. */
  readonly timeline?: TimelineTypes
  /** By object type: restores the fields of an event that must not be stored in the log. */
  readonly completions?: (deps: Deps) => Readonly<Record<string, EventCompletion>>
  /** An event derived from other events of the same transaction. */
  readonly summary?: Summary
}

type EventCompletion = (
  data: Readonly<Record<string, unknown>>,
) => Readonly<Record<string, unknown>>
