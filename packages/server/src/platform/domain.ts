import type { Scope } from '@guildhall/contract/organizations/scopes'
import type { TimelineTypes } from '../kernel/timeline.ts'
import type { DueList } from './due/due-list.ts'
import type { DueWork } from './due-work.ts'
import type { FollowerDefinition } from './follower.ts'
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
  /** Where its jobs and sweeps look for work. */
  readonly dueLists?: readonly DueList[]
  /** Work due when an organization's clock is advanced, in this order. */
  readonly dueWork?: (deps: Deps) => readonly DueWork[]
  /** Hooks that run when a domain to its left deletes or changes something. */
  readonly hooks?: (deps: Deps) => Partial<Hooks>
  /** How its events are shown in a customer's timeline. */
  readonly timeline?: TimelineTypes
  /** By object type: the fields of events that must not be stored in the log. */
  readonly completions?: (deps: Deps) => Readonly<Record<string, EventCompletion>>
  /** What happens in the transactions of domains to its left. */
  readonly followers?: readonly FollowerDefinition<Deps>[]
  /** An event derived from other events of the same transaction. */
  readonly summary?: Summary
}

/** Fields of an event that the log lacks, because not all of its readers may see them. */
export interface EventCompletion {
  /** The right of readers who see them. Endpoints, which the seller set up, get them too. */
  readonly requires: Scope
  readonly restore: CompleteData
  /** For all other readers: gives the fields their empty values. */
  readonly withhold: CompleteData
}

type CompleteData = (data: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
